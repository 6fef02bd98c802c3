// Removes our own frames from an error before the page sees it.
import { apply, getOwnPropertyDescriptor, indexOf, slice, split } from "./natives.js";

type Capture = (error: object, below: (...args: never[]) => unknown) => void;
const capture = (Error as { captureStackTrace?: Capture }).captureStackTrace;

/** The folder this script was loaded from; its address is in each of our frames. */
const OWN = ownFolder(new Error().stack ?? "");

function ownFolder(stack: string): string {
  const place = /(?:\(|at )([^\s()]+\/)[^/\s()]+:\d+:\d+\)?$/m.exec(stack);
  // A text that no frame contains: without an address there is nothing to remove.
  return place?.[1] ?? "\0";
}

/**
 * For an error that passes through a wrapper. One that the native itself made is captured anew without the frames
 * down to `wrapper`, because `window.onerror` takes its position from the capture, not from the text.
 */
export function hideOwnFrames(error: unknown, wrapper: (...args: never[]) => unknown): void {
  if (!hasOwnFrames(error)) return;
  if (capture !== undefined && indexOf(topFrame(error.stack), OWN) >= 0) {
    apply(capture, Error, [error, wrapper]);
    if (!hasOwnFrames(error)) return;
  }
  error.stack = withoutOwnFrames(error.stack);
}

/** For an error that comes later, by a rejected promise: its text is all that can be changed. */
export function hideOwnFramesInText(error: unknown): void {
  if (hasOwnFrames(error)) error.stack = withoutOwnFrames(error.stack);
}

function hasOwnFrames(error: unknown): error is { stack: string } {
  if (typeof error !== "object" || error === null) return false;
  // Only an own `stack`: a getter that a page inherits is none of our business.
  if (getOwnPropertyDescriptor(error, "stack") === undefined) return false;
  const { stack } = error as { stack: unknown };
  return typeof stack === "string" && indexOf(stack, OWN) >= 0;
}

function topFrame(stack: string): string {
  const at = indexOf(stack, "\n    at ");
  if (at < 0) return "";
  const end = indexOf(stack, "\n", at + 1);
  return slice(stack, at, end < 0 ? undefined : end);
}

function withoutOwnFrames(stack: string): string {
  const lines = split(stack, "\n");
  let kept = lines[0] ?? "";
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] as string;
    if (indexOf(line, "    at ") !== 0 || indexOf(line, OWN) < 0) kept += `\n${line}`;
  }
  return kept;
}
