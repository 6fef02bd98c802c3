// Whether the name of a field or value marks it as a secret: the same rule as `is_sensitive_name` of the server's
// `names.py`, over the same words. Uses indices only, because pages may change the methods of strings.
import {
  COUNTING_WORDS,
  DESCRIBING_WORDS,
  FIELD_WORDS,
  KEY_OWNERS,
  PASSWORD_WORDS,
  PLACE_WORDS,
  PUBLIC_WORDS,
  SENSITIVE_WORDS,
  WITH_ID_WORDS,
} from "../generated/fieldNames.js";
import { isOneOf, type Word, wordsOf } from "./nameWords.js";

/** Shown instead of the value. */
export const REDACTED = "[redacted]";

export function isSensitiveName(name: string): boolean {
  const last = wordsOf(name);
  const isPublic = hasPublicWord(last);
  for (let word = last, after: Word | null = null; word !== null; after = word, word = word.before)
    if (isSensitive(word, isPublic) && !describes(word, after, last as Word)) return true;
  return false;
}

function isSensitive({ text, before }: Word, isPublic: boolean): boolean {
  const owner = before === null ? "" : before.text;
  if (text === "pin") return !isOneOf(owner, PLACE_WORDS);
  if (isOneOf(text, PASSWORD_WORDS) || isOneOf(text, FIELD_WORDS)) return true;
  if (isPublic) return false;
  return isOneOf(text, SENSITIVE_WORDS) || (text === "key" && isOneOf(owner, KEY_OWNERS));
}

/** Whether the name is about a secret: its type, its length, where to get it, how many there are. */
function describes({ text, before }: Word, after: Word | null, last: Word): boolean {
  const owner = before === null ? "" : before.text;
  if (after === null) return text === "token" && isOneOf(owner, COUNTING_WORDS);
  if (after === last && last.text === "id")
    return !isOneOf(text, WITH_ID_WORDS) && !(owner === "access" && text === "key");
  return isOneOf(after.text, DESCRIBING_WORDS) || isOneOf(last.text, DESCRIBING_WORDS) || last.text === "id";
}

/** Everybody may see such a key or token. */
function hasPublicWord(last: Word | null): boolean {
  for (let word = last; word !== null; word = word.before) if (isOneOf(word.text, PUBLIC_WORDS)) return true;
  return false;
}
