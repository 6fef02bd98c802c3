// Counts the failures of one recorder, and pauses it after repeated failures.

import { stackOverflowPrototype } from "#platform/page/stackOverflow.js";
import { RECORDER_REST_MS } from "../../generated/limits.js";
import { getPrototypeOf, now } from "./natives.js";

export const RECORDER_FAILURES = 10; // failures of one recorder within RECORDER_FAILURES_MS before it rests
export const RECORDER_FAILURES_MS = 1_000;

/** Counts under a name that health shows. */
type Drop = (name: string, count: number) => void;

export interface Breaker {
  /** Failures that are not counted in health yet. */
  unreported: number;
  /** Whether the recorder rests; this event then is skipped and counted. */
  skips: () => boolean;
  /** Throws where the stack is full; then the caller counts. */
  failed: (error: unknown) => void;
  /** Called before an answer, on an empty stack. */
  report: () => void;
}

/** Variables take less of page.js than fields. */
export function createBreaker(name: string, drop: Drop): Breaker {
  let windowFailures = 0;
  let windowStartMs = 0;
  /** 0 while it is closed. */
  let openUntilMs = 0;

  const countTowardsOpening = (ms: number): void => {
    if (ms - windowStartMs >= RECORDER_FAILURES_MS) {
      windowStartMs = ms;
      windowFailures = 0;
    }
    if (++windowFailures < RECORDER_FAILURES) return;
    windowFailures = 0;
    openUntilMs = ms + RECORDER_REST_MS;
    drop(`breaker_${name}`, 1);
  };

  const breaker: Breaker = {
    unreported: 0,
    skips: () => {
      if (openUntilMs === 0) return false;
      if (now() >= openUntilMs) {
        openUntilMs = 0;
        return false;
      }
      breaker.unreported++;
      return true;
    },
    failed: (error) => {
      if (!isStackOverflow(error)) countTowardsOpening(now());
      drop(`recorder_${name}`, 1);
    },
    report: () => {
      if (breaker.unreported === 0) return;
      drop(`recorder_${name}`, breaker.unreported);
      breaker.unreported = 0;
    },
  };
  return breaker;
}

/** A stack overflow is the page's, and says nothing about the recorder. */
function isStackOverflow(error: unknown): boolean {
  try {
    return getPrototypeOf(error) === stackOverflowPrototype;
  } catch {
    // Not an object, or the page's proxy.
    return false;
  }
}
