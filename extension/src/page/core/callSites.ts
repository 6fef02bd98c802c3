// Where in the page's code a call was made: the frames below our wrapper, as text, at a bounded rate.
import { CALL_STACK_CHARS } from "../../generated/limits.js";
import { indexOf, now, slice } from "./natives.js";
import { callerStack } from "./patch.js";
import { quote } from "./quote.js";
import { pageFrames } from "./stacks.js";
import { createTokenBucket } from "./tokenBucket.js";

export const CALL_STACKS_BURST = 100; // CON-10: calls in a row whose stack is read; a page that floods does not pay for each
const CALL_STACKS_PER_S = 50; // CON-10

/**
 * One for each kind of call, so that a chatty console does not cost requests their stacks. The function is called at the
 * beginning of a call of the page, and returns a comma and the field, or nothing.
 */
export function createCallSites(): () => string {
  const take = createTokenBucket(CALL_STACKS_BURST, CALL_STACKS_PER_S);
  return () => {
    if (!take(1, now())) return "";
    const frames = completeLines(pageFrames(callerStack()));
    return frames === "" ? "" : `,"_callStack":${quote(frames, CALL_STACK_CHARS)}`;
  };
}

/** As many lines as fit; a truncated address would name another place. */
function completeLines(frames: string): string {
  if (frames.length <= CALL_STACK_CHARS) return frames;
  let end = 0;
  for (let at = 0; at >= 0 && at <= CALL_STACK_CHARS; at = indexOf(frames, "\n", at + 1)) end = at;
  return slice(frames, 0, end);
}
