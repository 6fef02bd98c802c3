// One level of the state, read without running a getter of the page.
import {
  append,
  getPrototypeOf,
  isAccessor,
  isArray,
  objectPrototype,
  ownValue,
} from "../../core/natives.js";
import { allKeys, isObject } from "../../core/readSafely.js";

import { raw } from "../vue.js";

export const MAX_STATE_KEYS = 50; // keys of one level

export interface Entry {
  key: string;
  value: unknown;
  /** Its value would have to be computed by the page. */
  isGetter: boolean;
}

export function entriesOf(object: unknown): Entry[] {
  const entries: Entry[] = [];
  const plain = raw(object);
  const names = allKeys(plain);
  for (let i = 0; i < names.length && i < MAX_STATE_KEYS; i++) {
    const key = names[i] as string;
    const isGetter = isAccessor(plain as object, key);
    append(entries, { key, value: raw(ownValue(plain as object, key)), isGetter });
  }
  return entries;
}

/** `object` for what has keys worth naming. */
export function kindOf({ value, isGetter }: Entry): string {
  if (isGetter) return "getter";
  if (value === null) return "null";
  return isArray(value) ? "array" : typeof value;
}

/** Whether its own keys are the state, rather than how a Map, a Date or an element works inside. */
export function isRecord(value: unknown): value is object {
  if (!isObject(value) || typeof value === "function" || isArray(value)) return false;
  const prototype = getPrototypeOf(value);
  return prototype === null || prototype === objectPrototype || allKeys(value).length > 0;
}
