// Classes and ids that no selector may rest on: a tool made them up for one build, or they say how an element is now.
import { STATE_PREFIXES, STATE_WORDS } from "../../generated/stateClasses.js";

/** The prefixes of CSS-in-JS libraries (v5, CSS path). */
const GENERATED_CLASS = /^(css|sc|emotion|styled|chakra)-/;
/** Ids that libraries count up: React (`:r1:`, `«r1»`, `_r_1_`), Radix, Headless UI, MUI and their like. */
const REACT_ID = /^(:.*:|«.*»|_r_\w+_)$/;
const COUNTED_ID =
  /^(radix|headlessui|mui|react-select|react-aria|ember|downshift|chakra|ui-id|cdk|mat|ng|tippy|floating-ui)\b.*\d|^ember\d+$/;
const SEPARATORS = /[-_:.]+/;
const HASH_CHARS = 5;
/** Of a hash in both cases (`kQvXhD`), at least a third is upper case; of camelCase less. */
const UPPER_SHARE = 1 / 3;

export function isDynamicClass(name: string): boolean {
  return GENERATED_CLASS.test(name) || name.split(SEPARATORS).some(isHash);
}

/** `cm-focused`, `is-active`, `btn--open`: the element has it only for a while. */
export function isStateClass(name: string): boolean {
  const words = name
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== "");
  if (isOneOf(STATE_WORDS, words.at(-1))) return true;
  return words.length > 1 && isOneOf(STATE_PREFIXES, words[0]);
}

function isOneOf(words: readonly string[], word: string | undefined): boolean {
  return word !== undefined && words.includes(word);
}

export function isGeneratedId(id: string): boolean {
  return REACT_ID.test(id) || COUNTED_ID.test(id) || /^\d+$/.test(id) || id.split(SEPARATORS).some(isHash);
}

/** A bare lower-case word never is one. */
function isHash(part: string): boolean {
  if (part.length < HASH_CHARS || !/^[a-z\d]+$/i.test(part)) return false;
  return /^\d+$/.test(part) || mixesDigits(part) || mixesCases(part);
}

/** `1abc23` and `x7Fq2` go to and fro between letters and digits; `base64` does not. */
function mixesDigits(part: string): boolean {
  return (part.match(/\d(?=\D)|\D(?=\d)/g) ?? []).length >= 2;
}

function mixesCases(part: string): boolean {
  const upper = (part.match(/[A-Z]/g) ?? []).length;
  return /^[a-z]/.test(part) && upper / part.length >= UPPER_SHARE;
}
