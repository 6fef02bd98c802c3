// A token bucket: allows a burst, then a fixed rate per second.
import { min } from "./natives.js";

/** False, and nothing is spent, if what is left does not suffice. */
export type Take = (amount: number, ms: number) => boolean;

export function createTokenBucket(burst: number, perSecond: number): Take {
  let left = burst;
  let lastMs = 0;
  return (amount, ms) => {
    if (ms > lastMs) left = min(burst, left + ((ms - lastMs) / 1000) * perSecond);
    // After the clock was set back, it starts over.
    lastMs = ms;
    if (left < amount) return false;
    left -= amount;
    return true;
  };
}
