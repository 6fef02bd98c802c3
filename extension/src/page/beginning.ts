// The beginning of a body, gathered piece by piece, as text.
import { byteRange, firstBytes } from "./byteRange.js";
import { type Cut, cutToBytes } from "./cutToBytes.js";
import { method, min } from "./natives.js";

const { TextDecoder } = globalThis;
const decode = method<string>(TextDecoder?.prototype, "decode") as (
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  options: { stream: boolean },
) => string;

export class Beginning {
  private readonly decoder = new TextDecoder();
  private text = "";
  private size = 0;
  private isFull = false;

  constructor(private readonly maxBytes: number) {}

  /** Returns whether more is wanted: one byte more than fits tells that the text is cut. */
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
  cut(isWhole: boolean): Cut {
    if (isWhole && !this.isFull) this.text += decode(this.decoder, undefined, { stream: false });
    // Bytes that are no UTF-8 have become longer.
    const { text, isCut } = cutToBytes(this.text, this.maxBytes);
    return { text, isCut: isCut || this.isFull || !isWhole };
  }
}
