// Runs one script of AI Web Pilot in the page's world: bounded in time, its result as JSON text.
import { SCRIPT_ERROR_CHARS, SCRIPT_STACK_CHARS } from "../../generated/limits.js";
import type { RunOutcome } from "../../shared/run.js";
import { isErrorObject } from "../describe.js";
import { clearTimer, promiseThen, setTimer, slice } from "../natives.js";
import { readStack, readText } from "../readSafely.js";
import { encode } from "../serialise.js";
import { type End, Guard } from "./guard.js";
import { resultJson } from "./resultJson.js";

export type Start = (guard: Guard) => Promise<unknown>;

/** `done` is called once, with how it ended. Returns how to end it before. */
export function run(
  timeoutMs: number,
  start: Start,
  done: (outcome: RunOutcome) => void,
): (why: End) => void {
  const guard = new Guard(timeoutMs);
  let isOver = false;
  const finish = (outcome: () => RunOutcome) => {
    if (isOver) return;
    isOver = true;
    clearTimer(timer);
    // The deadline covers the writing of the result: it may run getters of the script and of the page.
    const own = outcome();
    done(guard.ended === null ? own : { kind: guard.ended });
    guard.done();
  };
  const end = (why: End) => {
    guard.end(why);
    finish(() => ({ kind: why }));
  };
  const timer = setTimer(() => end("timeout"), timeoutMs);
  promiseThen(
    start(guard),
    (value) => finish(() => returned(value, guard)),
    (error) => finish(() => thrown(error)),
  );
  return end;
}

function returned(value: unknown, guard: Guard): RunOutcome {
  try {
    return { kind: "returned", json: resultJson(value, guard) };
  } catch (error) {
    return thrown(error);
  }
}

/** What an error says. */
export function thrown(error: unknown): RunOutcome {
  if (!isErrorObject(error)) return { kind: "thrown", error: encode(error, SCRIPT_ERROR_CHARS), stack: "" };
  const name = readText(error, "name") || "Error";
  const words = `${name}: ${readText(error, "message")}`;
  return {
    kind: "thrown",
    error: slice(words, 0, SCRIPT_ERROR_CHARS),
    stack: slice(readStack(error), 0, SCRIPT_STACK_CHARS),
  };
}
