// Stops a search after a number of steps or a time limit.
//
// The clock also runs while the machine does something else: another process, or a garbage collection. Such a pause is not
// the search's own work, and must not end it.
import { elapsed } from "../core/natives.js";

export const COMPONENT_HOPS = 500; // steps up from an element to its root; most of them are no components
export const MAX_COMPONENT_NODES = 10_000; // nodes of a framework's tree that are searched from its root
export const COMPONENT_WALK_MS = 4; // well within COMPONENT_ANCESTRY_MS: the page's longest task stays below 20 ms
export const COMPONENT_ANCESTRY_MS = 50; // ERR-15: truncated at the current depth

/** Each loop on the way has its own bound; this one is above all of them together. */
const ANCESTRY_STEPS = COMPONENT_HOPS * 10;

/** A look at the clock takes longer than a step of a search. */
const STEPS_PER_LOOK = 64;

export class Deadline {
  private endMs: number;
  private lastLookMs: number;
  private hadPause = false;

  private stepsLeft: number;
  private readonly ms: number;
  private readonly stepsPerLook: number;

  constructor(stepsLeft: number, ms: number, stepsPerLook: number = STEPS_PER_LOOK) {
    this.stepsLeft = stepsLeft;
    this.ms = ms;
    this.stepsPerLook = stepsPerLook;
    this.lastLookMs = elapsed();
    this.endMs = this.lastLookMs + ms;
  }

  isOver(): boolean {
    if (--this.stepsLeft < 0) return true;
    if (this.stepsLeft % this.stepsPerLook === 0) this.look(elapsed());
    return this.stepsLeft <= 0;
  }

  /** Between two looks that took all of the time, there was a pause. A second one is the page's own slowness. */
  private look(nowMs: number): void {
    const tookMs = nowMs - this.lastLookMs;
    this.lastLookMs = nowMs;
    if (tookMs > this.ms && !this.hadPause) {
      this.hadPause = true;
      this.endMs += tookMs;
    } else if (nowMs > this.endMs) this.stepsLeft = 0;
  }
}

/** For one error's way up to the root: few steps, each of which may run a proxy of the page. */
export function ancestryDeadline(): Deadline {
  return new Deadline(ANCESTRY_STEPS, COMPONENT_ANCESTRY_MS, 1);
}
