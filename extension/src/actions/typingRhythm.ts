// The rhythm of a value that was typed one character after the other, so that a script can type it in the same way.
import { MAX_TYPED_KEYS } from "../generated/limits.js";

export class TypingRhythm {
  private value = "";
  private at = 0;
  /** Null once the value is not only what was typed: after a paste, a deletion, a correction. */
  private delays: number[] | null = [];

  /** After each change of the field; `at` in milliseconds. */
  changed(value: string, at: number): void {
    const isTyped = value.length === this.value.length + 1 && value.startsWith(this.value);
    const { delays } = this;
    if (!isTyped || value.length > MAX_TYPED_KEYS) this.delays = null;
    else if (this.value !== "") delays?.push(Math.max(0, Math.round(at - this.at)));
    this.value = value;
    this.at = at;
  }

  /** The milliseconds before each character but the first; empty if there is no rhythm. */
  get keyDelays(): number[] {
    return [...(this.delays ?? [])];
  }
}
