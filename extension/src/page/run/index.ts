// Runs one script of AI Web Pilot in the page's world: bounded in time, its result as JSON text.
//
// The build turns this into one line of text, which the worker puts before the script. Everything of the page's world that
// it uses is as the page left it: a page can change what a script sees, as it can for its own.
import {
  RESULT_CHARS,
  RESULT_ITEMS,
  SCRIPT_ERROR_CHARS,
  SCRIPT_STACK_CHARS,
} from "../../generated/limits.js";
import type { RunOptions, RunOutcome } from "../../shared/run.js";
import { isErrorObject } from "../describe.js";
import { clearTimer, listenTo, promiseThen, setTimer, slice, stopListening } from "../natives.js";
import { readStack, readText } from "../readSafely.js";
import { encode, Walk } from "../serialise.js";
import { type End, Guard } from "./guard.js";

type Start = (guard: Guard) => Promise<unknown>;

/** Without a prototype: a promise that is resolved with it would look there for a `then` of the page's. */
function bare<T extends object>(outcome: T): T {
  return { __proto__: null, ...outcome } as T;
}

export function run({ timeoutMs, stopEvent }: RunOptions, start: Start): Promise<RunOutcome> {
  const guard = new Guard(timeoutMs);
  return new Promise((resolve) => {
    const finish = (outcome: () => RunOutcome) => {
      stopListening(document, stopEvent, stop);
      clearTimer(timer);
      const ended = guard.ended;
      resolve(bare(ended === null ? outcome() : stopped(ended)));
      guard.done();
    };
    const end = (why: End) => {
      guard.end(why);
      finish(() => stopped(why));
    };
    const stop = () => end("stopped");
    listenTo(document, stopEvent, stop);
    const timer = setTimer(() => end("timeout"), timeoutMs);
    promiseThen(
      start(guard),
      (value) => finish(() => returned(value)),
      (error) => finish(() => thrown(error)),
    );
  });
}

function stopped(why: End): RunOutcome {
  return { kind: why };
}

function returned(value: unknown): RunOutcome {
  const json = value === undefined ? "null" : new Walk(RESULT_CHARS, RESULT_ITEMS).value(value, 0);
  return { kind: "returned", json };
}

function thrown(error: unknown): RunOutcome {
  if (!isErrorObject(error)) return { kind: "thrown", error: encode(error, SCRIPT_ERROR_CHARS), stack: "" };
  const name = readText(error, "name") || "Error";
  const words = `${name}: ${readText(error, "message")}`;
  return {
    kind: "thrown",
    error: slice(words, 0, SCRIPT_ERROR_CHARS),
    stack: slice(readStack(error), 0, SCRIPT_STACK_CHARS),
  };
}
