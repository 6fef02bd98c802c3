// Where to truncate a text so that no partial secret remains: the server's masking would not recognize it.

import { PARTIAL_WORD_CHARS, TRUNCATION_SCAN_CHARS } from "../generated/limits.js";
import { itemAt } from "./itemAt.js";

const BETWEEN_WORDS = " \"'`<>(){}[],;&?|";

/**
 * How many of `chars` to keep: of a word that the cut would split, only its first few characters, unless it is all
 * letters or longer than any secret. Uses indices only, because pages may change the methods of strings.
 */
export function truncationPoint(text: string, chars: number): number {
  let start = chars;
  let isToken = false;
  while (start > 0 && isInWord(itemAt(text, start - 1) as string)) {
    start--;
    isToken ||= !isLetter(itemAt(text, start) as string);
    if (chars - start > TRUNCATION_SCAN_CHARS) return chars;
  }
  return isToken && chars - start > PARTIAL_WORD_CHARS ? start + PARTIAL_WORD_CHARS : chars;
}

function isInWord(char: string): boolean {
  if (char < "!" || char > "~") return false;
  for (let i = 0; i < BETWEEN_WORDS.length; i++) if (BETWEEN_WORDS[i] === char) return false;
  return true;
}

function isLetter(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "A" && char <= "Z");
}
