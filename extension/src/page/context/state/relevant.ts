// Which values of the state may have to do with an error, best first.

import { MAX_STATE_SLICE_VALUES } from "../../../generated/limits.js";
import { append, charCode, indexOf, lowerCase, slice } from "../../core/natives.js";
import { isOneOf } from "../component.js";
import { type Entry, entriesOf, isRecord } from "./readState.js";

export interface Place {
  path: string;
  /** The last key of the path. */
  entry: Entry;
  /** The first. */
  top: string;
}

const TELLING = ["error", "loading", "status", "failed"];

/** Shorter words are in every message. */
const WORD_CHARS = 3;
const WORDS = 100;

/** All places of the state's first two levels. */
export function placesIn(state: unknown, checkBudget: () => void): Place[] {
  const places: Place[] = [];
  const tops = entriesOf(state);
  for (let i = 0; i < tops.length; i++) {
    checkBudget();
    const top = tops[i] as Entry;
    const inner = isRecord(top.value) ? entriesOf(top.value) : [];
    if (inner.length === 0) append(places, { path: top.key, entry: top, top: top.key });
    for (let k = 0; k < inner.length; k++) {
      const entry = inner[k] as Entry;
      append(places, { path: `${top.key}.${entry.key}`, entry, top: top.key });
    }
  }
  return places;
}

export function relevantPlaces(
  places: readonly Place[],
  message: string,
  changed: readonly string[],
): Place[] {
  const words = wordsIn(message);
  const tests: ((place: Place) => boolean)[] = [
    ({ entry }) => isMentioned(entry.key, words),
    ({ top }) => isMentioned(top, words),
    ({ entry }) => isTelling(entry.key),
    ({ path, top }) => isOneOf(path, changed) || isOneOf(top, changed),
  ];
  const chosen: Place[] = [];
  for (let t = 0; t < tests.length; t++) {
    for (let i = 0; i < places.length && chosen.length < MAX_STATE_SLICE_VALUES; i++) {
      const place = places[i] as Place;
      // Functions are how the state changes, not what it is.
      if (typeof place.entry.value === "function" || has(chosen, place)) continue;
      if (tests[t]?.(place)) append(chosen, place);
    }
  }
  return chosen;
}

function has(list: readonly Place[], place: Place): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] === place) return true;
  return false;
}

/** `cart` is meant by "cart", `items` by "item". */
function isMentioned(key: string, words: readonly string[]): boolean {
  const name = lowerCase(key);
  return isOneOf(name, words) || isOneOf(`${name}s`, words) || isOneOf(slice(name, 0, -1), words);
}

function isTelling(key: string): boolean {
  const name = lowerCase(key);
  for (let i = 0; i < TELLING.length; i++) if (indexOf(name, TELLING[i] as string) >= 0) return true;
  return false;
}

function wordsIn(message: string): string[] {
  const words: string[] = [];
  const text = `${lowerCase(message)} `;
  let start = 0;
  for (let i = 0; i < text.length && words.length < WORDS; i++) {
    const code = charCode(text, i);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127) continue;
    if (i - start >= WORD_CHARS) append(words, slice(text, start, i));
    start = i + 1;
  }
  return words;
}
