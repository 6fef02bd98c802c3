// Where a text is cut so that no half of a secret stays: no exit of the server would recognise it as one.
import { CUT_SCAN_CHARS, CUT_WORD_CHARS } from "../generated/limits.js";

const BETWEEN_WORDS = " \"'`<>(){}[],;&?|";

/**
 * How many of `chars` to keep: of a word that the cut would break only its first few characters, unless it is all
 * letters or longer than any secret. By indices alone: it runs beside pages that change the methods of strings.
 */
export function charsBeforeCut(text: string, chars: number): number {
  let start = chars;
  let isToken = false;
  while (start > 0 && isInWord(text[start - 1] as string)) {
    start--;
    isToken ||= !isLetter(text[start] as string);
    if (chars - start > CUT_SCAN_CHARS) return chars;
  }
  return isToken && chars - start > CUT_WORD_CHARS ? start + CUT_WORD_CHARS : chars;
}

function isInWord(char: string): boolean {
  if (char < "!" || char > "~") return false;
  for (let i = 0; i < BETWEEN_WORDS.length; i++) if (BETWEEN_WORDS[i] === char) return false;
  return true;
}

function isLetter(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "A" && char <= "Z");
}
