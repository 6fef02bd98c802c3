// Truncates a text to a number of UTF-8 bytes, at a character boundary.
import { method, NativeUint8Array, slice } from "./natives.js";

const { TextEncoder } = globalThis;
const encoder = TextEncoder && new TextEncoder();
const encodeInto = method<TextEncoderEncodeIntoResult>(TextEncoder, "encodeInto") as (
  encoder: TextEncoder,
  text: string,
  into: Uint8Array,
) => TextEncoderEncodeIntoResult;

export interface Truncated {
  text: string;
  /** There was more than the text. */
  isTruncated: boolean;
}

/** One unit of a string takes at most three bytes. */
const UNIT_BYTES = 3;

export function truncateToBytes(text: string, maxBytes: number): Truncated {
  if (text.length * UNIT_BYTES <= maxBytes) return { text, isTruncated: false };
  const { read } = encodeInto(encoder, text, new NativeUint8Array(maxBytes));
  return read < text.length
    ? { text: slice(text, 0, read), isTruncated: true }
    : { text, isTruncated: false };
}
