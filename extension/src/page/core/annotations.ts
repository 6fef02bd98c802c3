// window.__gasoline: what a page says about itself, carried by its errors as `_context`.
import {
  freeze,
  mapClear,
  mapDelete,
  mapEntries,
  mapGet,
  mapSet,
  mapSize,
  NativeMap,
  nextOfMap,
  parse,
  stringify,
  wellFormed,
} from "./natives.js";
import type { Hooks, Undo } from "./patch.js";
import { encodeValue } from "./serialize.js";

export const MAX_ANNOTATIONS = 50; // CON-09
export const ANNOTATION_KEY_CHARS = 100; // CON-09
export const ANNOTATION_VALUE_CHARS = 4_096; // CON-09: as JSON

/** What a page finds at `window.__gasoline`. No call throws. */
export interface Annotations {
  /** False for a key or a value that is not accepted, and when there are too many keys. */
  annotate: (key: unknown, value: unknown) => boolean;
  /** False if there was none. */
  removeAnnotation: (key: unknown) => boolean;
  clearAnnotations: () => void;
  getContext: () => Record<string, unknown>;
}

/** The values as JSON text, so that later changes of an object do not change what was said. */
const values = new NativeMap<string, string>();
let contextJson = "{}";

const annotations: Annotations = freeze({ annotate, removeAnnotation, clearAnnotations, getContext });

export function offerAnnotations(hooks: Hooks): Undo {
  hooks.define(window, "__gasoline", annotations);
  return hooks.undo;
}

/** For the entry of an error: a comma and the field, or nothing. */
export function contextField(): string {
  return contextJson === "{}" ? "" : `,"_context":${contextJson}`;
}

function annotate(key: unknown, value: unknown): boolean {
  if (typeof key !== "string" || key === "" || key.length > ANNOTATION_KEY_CHARS) return false;
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return false;
  if (mapGet(values, key) === undefined && mapSize(values) >= MAX_ANNOTATIONS) return false;
  // Some more than allowed, so that a value that is too long is seen to be.
  const json = encodeValue(value, 2 * ANNOTATION_VALUE_CHARS);
  if (json.length > ANNOTATION_VALUE_CHARS) return false;
  mapSet(values, key, json);
  contextJson = toJson();
  return true;
}

function removeAnnotation(key: unknown): boolean {
  const isGone = mapDelete(values, key as string);
  contextJson = toJson();
  return isGone;
}

function clearAnnotations(): void {
  mapClear(values);
  contextJson = "{}";
}

/** A copy: changing it changes nothing here. */
function getContext(): Record<string, unknown> {
  return parse(contextJson) as Record<string, unknown>;
}

function toJson(): string {
  let json = "";
  const entries = mapEntries(values);
  for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) {
    json += `${json && ","}${stringify(wellFormed(next.value[0]))}:${next.value[1]}`;
  }
  return `{${json}}`;
}
