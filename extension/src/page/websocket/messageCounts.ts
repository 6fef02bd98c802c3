// Counts the messages of a connection in one direction: all of them, and those of the last seconds.

import { WEBSOCKET_PREVIEW_CHARS, WEBSOCKET_RATE_S } from "../../generated/limits.js";
import { measureUtf8 } from "../core/measureUtf8.js";
import { floor, isoOf, NativeUint32Array, slice, stringify, wellFormed } from "../core/natives.js";

const SEPARATOR = "\n";
const UNMEASURED_CHARS = 16_384;

export class MessageCounts {
  total = 0;
  private bytes = 0;
  /** Texts whose bytes are still to be counted: encoding many at once costs a fraction of encoding each. */
  private unmeasured = "";
  private unmeasuredTexts = 0;
  private lastMs = 0;
  private second = 0;
  /** Counts per second, the latest second first; a typed array, because a page cannot give it setters. */
  private readonly counts = new NativeUint32Array(WEBSOCKET_RATE_S);
  /** The last message, until its preview is made; most are never requested. */
  private last: string | null = null;
  private previewJson = '""';

  /** `binaryBytes` is null for a text message. */
  add(text: string, binaryBytes: number | null, ms: number): void {
    this.total++;
    if (binaryBytes === null) this.addText(text);
    else this.bytes += binaryBytes;
    this.lastMs = ms;
    this.last = text;
    const second = floor(ms / 1000);
    if (second > this.second) this.begin(second);
    (this.counts[0] as number)++;
  }

  toJson(): string {
    if (this.total === 0) return "{}";
    if (this.last !== null) {
      this.previewJson = stringify(wellFormed(slice(this.last, 0, WEBSOCKET_PREVIEW_CHARS)));
      this.last = null;
    }
    this.measure();
    const sums = `"total":${this.total},"bytes":${this.bytes},"second":${this.second},"counts":${this.countsJson()}`;
    return `{${sums},"at":"${isoOf(this.lastMs)}","preview":${this.previewJson}}`;
  }

  private addText(text: string): void {
    // The separator keeps half a surrogate pair from completing the one before it.
    this.unmeasured += `${text}${SEPARATOR}`;
    this.unmeasuredTexts++;
    if (this.unmeasured.length > UNMEASURED_CHARS) this.measure();
  }

  private measure(): void {
    this.bytes += measureUtf8(this.unmeasured).bytes - this.unmeasuredTexts;
    this.unmeasured = "";
    this.unmeasuredTexts = 0;
  }

  private begin(second: number): void {
    const { counts } = this;
    const passed = second - this.second;
    for (let i = WEBSOCKET_RATE_S - 1; i >= 0; i--) counts[i] = i < passed ? 0 : (counts[i - passed] ?? 0);
    this.second = second;
  }

  private countsJson(): string {
    let json = "";
    for (let i = 0; i < WEBSOCKET_RATE_S; i++) json += `${json && ","}${this.counts[i]}`;
    return `[${json}]`;
  }
}
