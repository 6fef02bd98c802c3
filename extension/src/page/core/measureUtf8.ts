// Measures a text in UTF-8, and how much of it fits into a message.

import { WEBSOCKET_DATA_BYTES } from "../../generated/limits.js";
import { charCode, method, slice } from "./natives.js";

const encoder = new TextEncoder();
const encodeInto = method<TextEncoderEncodeIntoResult>(TextEncoder, "encodeInto") as (
  encoder: TextEncoder,
  text: string,
  into: Uint8Array,
) => TextEncoderEncodeIntoResult;

/** A long text is measured in pieces; one UTF-16 unit is at most three bytes. */
const PIECE_CHARS = 16_384;
const piece = new Uint8Array(3 * PIECE_CHARS);
const room = new Uint8Array(WEBSOCKET_DATA_BYTES);

export interface Measured {
  bytes: number;
  /** How many UTF-16 units of it fit, cut at a character. */
  kept: number;
}

export function measureUtf8(text: string): Measured {
  const { read, written } = encodeInto(
    encoder,
    slice(text, 0, lastCompleteCharacter(text, WEBSOCKET_DATA_BYTES)),
    room,
  );
  return { bytes: read === text.length ? written : written + restBytes(text, read), kept: read };
}

function restBytes(text: string, from: number): number {
  let bytes = 0;
  for (let start = from; start < text.length; ) {
    const end = lastCompleteCharacter(text, start + PIECE_CHARS);
    bytes += encodeInto(encoder, slice(text, start, end), piece).written;
    start = end;
  }
  return bytes;
}

/** `end`, or one less where it would part a surrogate pair. */
function lastCompleteCharacter(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const last = charCode(text, end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
