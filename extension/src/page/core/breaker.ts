// Counts the failures of one recorder, and pauses it after repeated failures.

import { RECORDER_REST_MS } from "../../generated/limits.js";
import { getPrototypeOf, now } from "./natives.js";

export const RECORDER_FAILURES = 10; // failures of one recorder within RECORDER_FAILURES_MS before it rests
export const RECORDER_FAILURES_MS = 1_000;

const rangeErrorPrototype = RangeError.prototype;

/** Counts under a name that health shows. */
type Drop = (name: string, count: number) => void;

export class Breaker {
  /** Failures that are not counted in health yet. */
  unreported = 0;
  private windowFailures = 0;
  private windowStartMs = 0;
  /** 0 while it is closed. */
  private openUntilMs = 0;

  private readonly name: string;
  private readonly drop: Drop;

  constructor(name: string, drop: Drop) {
    this.name = name;
    this.drop = drop;
  }

  /** Whether the recorder rests; this event then is skipped and counted. */
  skips(): boolean {
    if (this.openUntilMs === 0) return false;
    if (now() >= this.openUntilMs) {
      this.openUntilMs = 0;
      return false;
    }
    this.unreported++;
    return true;
  }

  /** Throws where the stack is full; then the caller counts. */
  failed(error: unknown): void {
    if (!isRangeError(error)) this.countTowardsOpening(now());
    this.drop(`recorder_${this.name}`, 1);
  }

  /** Called before an answer, on an empty stack. */
  report(): void {
    if (this.unreported === 0) return;
    this.drop(`recorder_${this.name}`, this.unreported);
    this.unreported = 0;
  }

  private countTowardsOpening(ms: number): void {
    if (ms - this.windowStartMs >= RECORDER_FAILURES_MS) {
      this.windowStartMs = ms;
      this.windowFailures = 0;
    }
    if (++this.windowFailures < RECORDER_FAILURES) return;
    this.windowFailures = 0;
    this.openUntilMs = ms + RECORDER_REST_MS;
    this.drop(`breaker_${this.name}`, 1);
  }
}

/** A stack overflow is the page's, and says nothing about the recorder. */
function isRangeError(error: unknown): boolean {
  try {
    return getPrototypeOf(error) === rangeErrorPrototype;
  } catch {
    // Not an object, or the page's proxy.
    return false;
  }
}
