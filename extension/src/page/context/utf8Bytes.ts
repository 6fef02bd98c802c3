// How many bytes a short text takes in UTF-8.
import { charCode } from "../core/natives.js";

export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = charCode(text, i);
    // Half of a surrogate pair is two of the pair's four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
