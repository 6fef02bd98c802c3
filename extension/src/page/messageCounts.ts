// Counts the messages of a connection in one direction: all of them, and those of the last seconds.
import { WEBSOCKET_PREVIEW_CHARS, WEBSOCKET_RATE_S } from "../generated/limits.js";
import { floor, isoOf, slice, stringify, wellFormed } from "./natives.js";

export class MessageCounts {
  total = 0;
  private bytes = 0;
  private lastMs = 0;
  private second = 0;
  /** Of the last one's second, the one before, … */
  private readonly counts: number[] = [];
  /** The last message, until its preview is made: for most of them nobody asks. */
  private last: string | null = null;
  private previewJson = '""';

  add(text: string, bytes: number, ms: number): void {
    this.total++;
    this.bytes += bytes;
    this.lastMs = ms;
    this.last = text;
    const second = floor(ms / 1000);
    if (second > this.second) this.begin(second);
    this.counts[0] = (this.counts[0] ?? 0) + 1;
  }

  toJson(): string {
    if (this.total === 0) return "{}";
    if (this.last !== null) {
      this.previewJson = stringify(wellFormed(slice(this.last, 0, WEBSOCKET_PREVIEW_CHARS)));
      this.last = null;
    }
    const sums = `"total":${this.total},"bytes":${this.bytes},"second":${this.second},"counts":${this.countsJson()}`;
    return `{${sums},"at":"${isoOf(this.lastMs)}","preview":${this.previewJson}}`;
  }

  private begin(second: number): void {
    const { counts } = this;
    const passed = second - this.second;
    for (let i = WEBSOCKET_RATE_S - 1; i >= 0; i--) counts[i] = i < passed ? 0 : (counts[i - passed] ?? 0);
    this.second = second;
  }

  private countsJson(): string {
    let json = "";
    for (let i = 0; i < this.counts.length; i++) json += `${json && ","}${this.counts[i]}`;
    return `[${json}]`;
  }
}
