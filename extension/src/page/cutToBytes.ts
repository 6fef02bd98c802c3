// Cuts a text to a number of UTF-8 bytes, at a character.
import { method, NativeUint8Array, slice } from "./natives.js";

const { TextEncoder } = globalThis;
const encoder = TextEncoder && new TextEncoder();
const encodeInto = method<TextEncoderEncodeIntoResult>(TextEncoder?.prototype, "encodeInto") as (
  encoder: TextEncoder,
  text: string,
  into: Uint8Array,
) => TextEncoderEncodeIntoResult;

export interface Cut {
  text: string;
  /** There was more than the text. */
  isCut: boolean;
}

/** One unit of a string takes at most three bytes. */
const UNIT_BYTES = 3;

export function cutToBytes(text: string, maxBytes: number): Cut {
  if (text.length * UNIT_BYTES <= maxBytes) return { text, isCut: false };
  const { read } = encodeInto(encoder, text, new NativeUint8Array(maxBytes));
  return read < text.length ? { text: slice(text, 0, read), isCut: true } : { text, isCut: false };
}
