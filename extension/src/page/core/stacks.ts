// Removes our own frames from an error before the page sees it.
import { isBindingError } from "#platform/page/nativeTexts.js";
import { framesStart, isFrame, SCRIPT_FOLDER, stackProperty } from "#platform/page/stackFormat.js";
import {
  apply,
  captureStack,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  getter,
  indexOf,
  isFrozen,
  NativeError,
  ownValue,
  setProperty,
  slice,
  split,
  startsWith,
} from "./natives.js";
import { readStack } from "./readSafely.js";

export const STACK_CHARS = 8_192; // one stack trace

const typeErrorPrototype = TypeError.prototype;
const domExceptionMessage = getter<string | undefined>(DOMException, "message");

const place = SCRIPT_FOLDER.exec(new Error().stack ?? "");

/** The folder of this script's name, which is in each of our frames; without one, a text that no frame contains. */
const OWN = place?.[1] ?? "\0";

/**
 * For an error that passes through a wrapper. One that the native itself made is captured again, without the frames
 * down to `wrapper`: unlike a look at its text, that does not run a page's Error.prepareStackTrace too early.
 * Where `window.onerror` sees the error come from cannot be changed: V8 takes it from the last `throw`.
 */
export function hideOwnFrames(error: unknown, wrapper: (...args: never[]) => unknown): void {
  if (captureStack !== undefined && isNativeMade(error)) apply(captureStack, NativeError, [error, wrapper]);
  else hideOwnFramesInText(error);
}

/** For an error that comes later, by a rejected promise: its text is all that can be changed. */
export function hideOwnFramesInText(error: unknown): void {
  const stack = stackWithOwnFrames(error);
  if (stack !== "") setProperty(error as object, "stack", withoutOwnFrames(stack));
}

/** Whether an address is one of our scripts. */
export function isOwnFile(filename: string): boolean {
  return startsWith(filename, OWN);
}

/** The line of a stack that says where it happened. */
export function firstFrame(stack: string): string {
  const start = framesStart(stack);
  if (start < 0) return "";
  const end = indexOf(stack, "\n", start);
  return slice(stack, start, end < 0 ? undefined : end);
}

/** Recognized by the messages of the browser's bindings; errors of code that the native called have others. */
function isNativeMade(error: unknown): boolean {
  if (typeof error !== "object" || error === null || isFrozen(error)) return false;
  return isBindingError(bindingMessage(error));
}

function bindingMessage(error: object): string {
  try {
    if (getPrototypeOf(error) !== typeErrorPrototype) return domExceptionMessage(error) ?? "";
    const message: unknown = ownValue(error, "message");
    return typeof message === "string" ? message : "";
  } catch {
    // No DOMException: its getter throws for everything else.
    return "";
  }
}

/** The stack's text if it can be changed and has to be. */
function stackWithOwnFrames(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  try {
    // Only one of the error's own that is not frozen: anything else is the page's business.
    if (!stackProperty(error, "stack")?.configurable) return "";
    const stack = readStack(error);
    return indexOf(stack, OWN) >= 0 ? stack : "";
  } catch {
    return "";
  }
}

function withoutOwnFrames(stack: string): string {
  const lines = split(stack, "\n");
  let kept = "";
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (!isFrame(line) || indexOf(line, OWN) < 0) kept += `\n${line}`;
  }
  return slice(kept, 1);
}

/** The stack of the page's call that runs through `wrapper`; its text is made at the first look. */
export function stackBelow(wrapper: (...args: never[]) => unknown): Error {
  if (captureStack === undefined) return stackHere();
  // Without a prototype: V8 looks for a name and a message, and those of the page must not be asked.
  const holder = { __proto__: null } as unknown as Error;
  apply(captureStack, NativeError, [holder, wrapper]);
  return holder;
}

/** Keeps the stack of this moment; its text is made at the first look. */
export function stackHere(): Error {
  return new NativeError();
}

/** The frames of a stack that are not ours, each after a line break. A page that formats stacks itself would get ours. */
export function pageFrames(error: Error): string {
  if (getOwnPropertyDescriptor(NativeError, "prepareStackTrace") !== undefined) return "";
  const stack = readStack(error);
  const start = framesStart(stack);
  if (start < 0) return "";
  // With the line break before its first frame: a stack taken below a wrapper has none of our frames.
  const frames = start > 0 ? slice(stack, start - 1) : `\n${stack}`;
  return indexOf(frames, OWN) < 0 ? frames : withoutOwnFrames(frames);
}
