// Collects the beginning of a body, chunk by chunk, as text.
import { byteRange, firstBytes } from "../core/byteRange.js";
import { method, min } from "../core/natives.js";
import { type Truncated, truncateToBytes } from "../core/truncateToBytes.js";

const { TextDecoder } = globalThis;
const decode = method<string>(TextDecoder, "decode") as (
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  options: { stream: boolean },
) => string;

export class BodyPrefix {
  private readonly decoder = new TextDecoder();
  private text = "";
  private size = 0;
  private isFull = false;

  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Returns whether more is wanted: one byte more than fits shows that the text is truncated. */
  add(view: ArrayBufferView): boolean {
    const range = byteRange(view);
    const { length } = range;
    const room = this.maxBytes - this.size;
    this.isFull ||= length > room;
    this.size += min(length, room);
    // In a stream half a character at the end waits for its rest, which here never comes.
    this.text += decode(this.decoder, firstBytes(range, room), { stream: true });
    return !this.isFull;
  }

  /** `isWhole`: the body has ended, and nothing is missing. */
  truncated(isWhole: boolean): Truncated {
    if (isWhole && !this.isFull) this.text += decode(this.decoder, undefined, { stream: false });
    // Bytes that are no UTF-8 have become longer.
    const { text, isTruncated } = truncateToBytes(this.text, this.maxBytes);
    return { text, isTruncated: isTruncated || this.isFull || !isWhole };
  }
}
