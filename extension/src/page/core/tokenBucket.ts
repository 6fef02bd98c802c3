// A token bucket: allows a burst, then a fixed rate per second.
import { min } from "./natives.js";

export class TokenBucket {
  private left: number;
  private lastMs = 0;

  private readonly burst: number;
  private readonly perSecond: number;

  constructor(burst: number, perSecond: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.left = burst;
  }

  /** False, and nothing is spent, if it does not suffice. */
  take(amount: number, ms: number): boolean {
    if (ms > this.lastMs) {
      this.left = min(this.burst, this.left + ((ms - this.lastMs) / 1000) * this.perSecond);
    }
    // After the clock was set back, it starts over.
    this.lastMs = ms;
    if (this.left < amount) return false;
    this.left -= amount;
    return true;
  }
}
