// Whether the name of a field or value marks it as a secret: the same rule as the server's `field_names.py`.
// Uses indices only, because pages may change the methods of strings.
import { EMBEDDED_WORDS, ORDINARY_WORDS, WORDS } from "../generated/fieldNames.js";

/** Shown instead of the value. */
export const REDACTED = "[redacted]";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** Longer names are compared up to this length. */
const NAME_CHARS = 1_000;

enum Kind {
  Other,
  Lower,
  Upper,
  Digit,
}

export function isSensitiveName(name: string): boolean {
  const length = name.length < NAME_CHARS ? name.length : NAME_CHARS;
  let previous = "";
  let word = "";
  for (let i = 0; i <= length; i++) {
    if (word !== "" && (i === length || startsWord(name, i))) {
      if (isSensitiveWord(word) || isOneOf(previous + word, WORDS)) return true;
      previous = word;
      word = "";
    }
    if (i < length && kindOf(name[i]) !== Kind.Other) word += lowerOf(name[i] as string);
  }
  return false;
}

/** `apiKey`, `APIKey`, `api_key`, `api2key`. */
function startsWord(name: string, at: number): boolean {
  const before = kindOf(name[at - 1]);
  const here = kindOf(name[at]);
  if (before === Kind.Upper && here === Kind.Upper) return kindOf(name[at + 1]) === Kind.Lower;
  return before !== here && !(before === Kind.Upper && here === Kind.Lower);
}

function kindOf(char: string | undefined): Kind {
  if (char === undefined) return Kind.Other;
  if (char >= "a" && char <= "z") return Kind.Lower;
  if (char >= "A" && char <= "Z") return Kind.Upper;
  return char >= "0" && char <= "9" ? Kind.Digit : Kind.Other;
}

function lowerOf(char: string): string {
  for (let i = 0; i < UPPER.length; i++) if (UPPER[i] === char) return LOWER[i] as string;
  return char;
}

function isSensitiveWord(word: string): boolean {
  if (isOneOf(word, WORDS) || isPlural(word)) return true;
  return containsAny(word, EMBEDDED_WORDS) && !containsAny(word, ORDINARY_WORDS);
}

function isPlural(word: string): boolean {
  for (let i = 0; i < WORDS.length; i++) if (`${WORDS[i]}s` === word) return true;
  return false;
}

function isOneOf(word: string, words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i++) if (words[i] === word) return true;
  return false;
}

function containsAny(word: string, parts: readonly string[]): boolean {
  for (let i = 0; i < parts.length; i++) if (contains(word, parts[i] as string)) return true;
  return false;
}

function contains(word: string, part: string): boolean {
  for (let at = 0; at + part.length <= word.length; at++) {
    let same = 0;
    while (same < part.length && word[at + same] === part[same]) same++;
    if (same === part.length) return true;
  }
  return false;
}
