// The exception of a worker that was recorded last. The browser reports it to the window next, in the same task.
import { getter, setTimer } from "../core/natives.js";

export const messageOf = getter<string>(ErrorEvent, "message");
export const filenameOf = getter<string>(ErrorEvent, "filename");
export const linenoOf = getter<number>(ErrorEvent, "lineno");
export const colnoOf = getter<number>(ErrorEvent, "colno");

let recorded = "";

export function noteWorkerError(event: Event): void {
  recorded = signature(event);
  setTimer(() => {
    recorded = "";
  }, 0);
}

/** Whether an error event on the window repeats that exception. */
export function isWorkerError(event: Event): boolean {
  return recorded !== "" && signature(event) === recorded;
}

function signature(event: Event): string {
  return `${messageOf(event)} ${filenameOf(event)}:${linenoOf(event)}:${colnoOf(event)}`;
}
