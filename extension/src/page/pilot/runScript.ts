// Runs one script of AI Web Pilot in the page's world: bounded in time, its outcome as plain values.
import type { RunOutcome } from "../../shared/pilotRun.js";
import { isErrorObject } from "../core/describeObject.js";
import { clearTimer, NativePromise, setTimer, slice } from "../core/natives.js";
import { readStack, readText } from "../core/readSafely.js";
import { encodeValue } from "../core/serialize.js";
import type { BySyntax } from "./bySyntax.js";
import { DeadlineGuard, type End } from "./deadlineGuard.js";
import { RESULT_CHARS, resultJson } from "./resultJson.js";

const RESULT_TEXT_CHARS = Math.floor(RESULT_CHARS / 6); // a text that fits RESULT_CHARS however JSON escapes it
export const SCRIPT_ERROR_CHARS = 2_000; // what a script's error says
const SCRIPT_STACK_CHARS = 4_000; // and where it came from

export type Start = (guard: DeadlineGuard) => Promise<unknown>;

/** `done` is called once, with how it ended. Returns how to end it before. */
export function runScript(
  timeoutMs: number,
  start: Start,
  settle: BySyntax["settle"],
  done: (outcome: RunOutcome) => void,
): (why: End) => void {
  const guard = new DeadlineGuard(timeoutMs);
  let isOver = false;
  const finish = (outcome: () => RunOutcome) => {
    if (isOver) return;
    isOver = true;
    clearTimer(timer);
    // The deadline covers the writing of the result: it may run getters of the script and of the page.
    const own = outcome();
    done(guard.ended === null ? own : { __proto__: null, kind: guard.ended });
    guard.done();
  };
  const end = (why: End) => {
    guard.end(why);
    finish(() => ({ __proto__: null, kind: why }));
  };
  const timer = setTimer(() => end("timeout"), timeoutMs);
  settle(start(guard), NativePromise, {
    __proto__: null,
    onValue: (value) => finish(() => returned(value, guard)),
    onError: (error) => finish(() => failureOf(error)),
    onReplaced: () => finish(() => ({ __proto__: null, kind: "replaced", name: "Promise" })),
  });
  return end;
}

function returned(value: unknown, guard: DeadlineGuard): RunOutcome {
  if (value === undefined) return { __proto__: null, kind: "returned", value: null };
  if (isPlain(value)) return { __proto__: null, kind: "returned", value };
  try {
    return { __proto__: null, kind: "returned", json: resultJson(value, guard) };
  } catch (error) {
    return failureOf(error);
  }
}

/** Goes to the worker as it is: nothing that a page can replace has a part in it. */
function isPlain(value: unknown): value is string | number | boolean | null {
  switch (typeof value) {
    case "string":
      return value.length <= RESULT_TEXT_CHARS;
    case "number":
      // Neither NaN nor an infinity.
      return value - value === 0;
    case "boolean":
      return true;
    default:
      return value === null;
  }
}

/** What an error says. */
export function failureOf(error: unknown): RunOutcome {
  if (!isErrorObject(error)) {
    return { __proto__: null, kind: "thrown", error: encodeValue(error, SCRIPT_ERROR_CHARS), stack: "" };
  }
  const name = readText(error, "name") || "Error";
  const words = `${name}: ${readText(error, "message")}`;
  return {
    __proto__: null,
    kind: "thrown",
    error: slice(words, 0, SCRIPT_ERROR_CHARS),
    stack: slice(readStack(error), 0, SCRIPT_STACK_CHARS),
  };
}
