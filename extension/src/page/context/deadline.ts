// Ends a search after so many steps or so much time, whichever comes first.
import { COMPONENT_ANCESTRY_MS, COMPONENT_HOPS } from "../../generated/limits.js";
import { elapsed } from "../natives.js";

/** Each loop on the way has its own bound; this one is above all of them together. */
const ANCESTRY_STEPS = COMPONENT_HOPS * 10;

/** A look at the clock takes longer than a step of a search. */
const STEPS_PER_LOOK = 64;

export class Deadline {
  private readonly endMs: number;

  constructor(
    private stepsLeft: number,
    ms: number,
    private readonly stepsPerLook: number = STEPS_PER_LOOK,
  ) {
    this.endMs = elapsed() + ms;
  }

  isOver(): boolean {
    if (--this.stepsLeft < 0) return true;
    if (this.stepsLeft % this.stepsPerLook === 0 && elapsed() > this.endMs) this.stepsLeft = 0;
    return this.stepsLeft <= 0;
  }
}

/** For one error's way up to the root: few steps, each of which may run a proxy of the page. */
export function ancestryDeadline(): Deadline {
  return new Deadline(ANCESTRY_STEPS, COMPONENT_ANCESTRY_MS, 1);
}
