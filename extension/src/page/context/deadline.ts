// Ends a search after so many steps or so much time, whichever comes first.
import { elapsed } from "../natives.js";

/** A look at the clock takes longer than a step. */
const STEPS_PER_LOOK = 64;

export class Deadline {
  private readonly endMs: number;

  constructor(
    private stepsLeft: number,
    ms: number,
  ) {
    this.endMs = elapsed() + ms;
  }

  isOver(): boolean {
    if (--this.stepsLeft < 0) return true;
    if (this.stepsLeft % STEPS_PER_LOOK === 0 && elapsed() > this.endMs) this.stepsLeft = 0;
    return this.stepsLeft <= 0;
  }
}
