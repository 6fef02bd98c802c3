// The frames of a stack that name a place in a script.

import { parseStack } from "error-stack-parser-es/lite";
import { addressIn } from "#platform/worker/stackLines.js";
import { type FoundError, isPosition, type Place } from "./errorsIn.js";

export const MAX_STACK_FRAMES = 20; // frames of a stack that are searched for one of the application's own
const STACK_LINE_CHARS = 3_000; // no browser writes a longer line

export interface Frame extends Place {
  /** What the browser calls the function: "submit", "Cart.add", "new Cart", "async load". */
  name: string;
}

/** Topmost first. Natives have no place, and frames of extensions are none of the page. */
export function framesOf({ stack, place }: FoundError): Frame[] {
  const frames = parse(stack);
  if (frames.length > 0 || place === null) return frames;
  return [{ ...place, name: "" }];
}

function parse(stack: string): Frame[] {
  const lines = stack.split("\n").filter((line) => line.length <= STACK_LINE_CHARS);
  const frames: Frame[] = [];
  for (const { function: name = "", file, line, col, raw } of parseStack(lines.join("\n"))) {
    if (file === undefined || !isPosition(line) || !isPosition(col)) continue;
    // The parser takes brackets out of addresses, where Next.js has some, and leaves an `async` that has no name in.
    const url = addressIn(raw ?? "") ?? file;
    if (isOfPage(url)) frames.push({ url, line, column: col, name });
    if (frames.length === MAX_STACK_FRAMES) break;
  }
  return frames;
}

/** `gasoline-extension:` is the name that our own script in the page has in stacks. */
function isOfPage(url: string): boolean {
  return !/^(chrome|moz|safari-web|gasoline)-extension:/.test(url);
}
