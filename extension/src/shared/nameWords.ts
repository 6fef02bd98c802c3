// The words of a name: the same as `split_name` of the server's `names.py`. Uses indices only, because pages may change
// the methods of strings, and a linked list, because they may put setters on `Array.prototype`.
import {
  EMBEDDED_WORDS,
  ENDING_WORDS,
  FIELD_WORDS,
  KEY_OWNERS,
  SENSITIVE_WORDS,
} from "../generated/fieldNames.js";
import { itemAt } from "./itemAt.js";

/** A word of a name, in lower case. */
export interface Word {
  text: string;
  before: Word | null;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** Longer names are read up to this length. */
const NAME_CHARS = 1_000;

enum Kind {
  Other,
  Lower,
  Upper,
  Digit,
}

/** The last word, which links to the ones before it. */
export function wordsOf(name: string): Word | null {
  // biome-ignore lint/complexity/useMathMinMax: page code calls no global that the page can replace
  const length = name.length < NAME_CHARS ? name.length : NAME_CHARS;
  let last: Word | null = null;
  let word = "";
  for (let i = 0; i <= length; i++) {
    if (word !== "" && (i === length || startsWord(name, i))) {
      last = addParts(last, word);
      word = "";
    }
    if (i < length && kindOf(name[i]) !== Kind.Other) word += lowerOf(name[i] as string);
  }
  return last;
}

export function isOneOf(word: string, words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i++) if (words[i] === word) return true;
  return false;
}

/** `apiKey`, `APIKey`, `api_key`, `api2key`. */
function startsWord(name: string, at: number): boolean {
  const before = kindOf(itemAt(name, at - 1));
  const here = kindOf(itemAt(name, at));
  if (before === Kind.Upper && here === Kind.Upper) return kindOf(itemAt(name, at + 1)) === Kind.Lower;
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

/** `session_id` and `ccNumber` are one word. */
function add(before: Word | null, text: string): Word {
  if (before !== null && isOneOf(before.text + text, FIELD_WORDS))
    return { text: before.text + text, before: before.before };
  return { text, before };
}

/** A word that consists of several: `apikeys`, `clientsecret`, `passwordnew`; but not `tokenizer` or `secretary`. */
function addParts(last: Word | null, word: string): Word {
  const end = word.length - 1;
  const single = itemAt(word, end) === "s" ? part(word, 0, end) : word;
  if (isKnown(word)) return add(last, word);
  if (isKnown(single)) return add(last, single);
  return addOwnedKey(last, single) ?? addJoined(last, word) ?? add(last, word);
}

function isKnown(word: string): boolean {
  return word === "key" || isOneOf(word, SENSITIVE_WORDS);
}

/** `myapikey` */
function addOwnedKey(last: Word | null, word: string): Word | null {
  for (let i = 0; i < KEY_OWNERS.length; i++) {
    const owner = KEY_OWNERS[i] as string;
    const start = word.length - owner.length - "key".length;
    if (isAt(word, `${owner}key`, start)) return add(add(addPart(last, word, 0, start), owner), "key");
  }
  return null;
}

/** `mytokenvalue` */
function addJoined(last: Word | null, word: string): Word | null {
  for (let start = 0; start < word.length; start++)
    for (let i = 0; i < EMBEDDED_WORDS.length; i++) {
      const embedded = EMBEDDED_WORDS[i] as string;
      const end = start + embedded.length;
      if (!isAt(word, embedded, start) || !isEnding(part(word, end, word.length))) continue;
      const known = add(addPart(last, word, 0, start), embedded);
      return isOneOf(part(word, end, word.length), ENDING_WORDS)
        ? addPart(known, word, end, word.length)
        : known;
    }
  return null;
}

function isEnding(rest: string): boolean {
  return rest === "" || rest === "s" || isOneOf(rest, ENDING_WORDS);
}

function isAt(word: string, text: string, at: number): boolean {
  return at >= 0 && part(word, at, at + text.length) === text;
}

function addPart(last: Word | null, word: string, start: number, end: number): Word | null {
  return start === end ? last : add(last, part(word, start, end));
}

function part(word: string, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end && i < word.length; i++) text += word[i];
  return text;
}
