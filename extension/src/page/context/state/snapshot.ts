// The state as it is sent: keys and types of two levels, and the values that may have to do with the error.
import { isSensitiveName, REDACTED } from "../../../shared/isSensitiveName.js";
import { append, isArray, isFiniteNumber, slice } from "../../core/natives.js";
import { quote } from "../../core/quote.js";
import { allKeys } from "../../core/readSafely.js";
import { encodeValue } from "../../core/serialize.js";
import { nameJson, namesJson } from "../component.js";
import { utf8Bytes } from "../utf8Bytes.js";
import { type Entry, entriesOf, isRecord, kindOf } from "./readState.js";
import { type Place, placesIn, relevantPlaces } from "./relevant.js";

const STATE_VALUE_CHARS = 200; // ERR-14
const STATE_BYTES = 5 * 1024; // ERR-14: the whole state

/** The values first, then as many keys as there is room for. `checkBudget` throws when the time is up. */
export function snapshotJson(
  source: string,
  state: unknown,
  message: string,
  changed: readonly string[],
  checkBudget: () => void,
): string {
  const slices = sliceJson(relevantPlaces(placesIn(state, checkBudget), message, changed));
  const tail = `},"relevantSlice":{${slices}}${changed.length > 0 ? `,"changed":${namesJson(changed)}` : ""}}`;
  let json = `{"source":"${source}","keys":{`;
  let room = STATE_BYTES - utf8Bytes(json) - utf8Bytes(tail);
  const tops = entriesOf(state);
  let separator = "";
  for (let i = 0; i < tops.length; i++) {
    checkBudget();
    const field = keyJson(tops[i] as Entry);
    room -= utf8Bytes(field) + 1;
    if (room < 0) break;
    json += `${separator}${field}`;
    separator = ",";
  }
  return json + tail;
}

function keyJson(entry: Entry): string {
  const type = kindOf(entry);
  const inner = isRecord(entry.value) ? allNames(entry.value) : [];
  const names = inner.length > 0 ? `,"keys":${namesJson(inner)}` : "";
  return `${nameJson(entry.key)}:{"type":"${type}"${names}}`;
}

function allNames(value: object): string[] {
  const names: string[] = [];
  const entries = entriesOf(value);
  for (let i = 0; i < entries.length; i++) append(names, (entries[i] as Entry).key);
  return names;
}

function sliceJson(places: readonly Place[]): string {
  let json = "";
  for (let i = 0; i < places.length; i++) {
    const { path, entry, top } = places[i] as Place;
    const isSecret = isSensitiveName(entry.key) || isSensitiveName(top);
    json += `${json && ","}${nameJson(path)}:${isSecret ? quote(REDACTED) : valueJson(entry)}`;
  }
  return json;
}

/** A primitive as it is; of others what they are, not what is in them. */
export function valueJson({ value, isGetter }: Entry): string {
  if (isGetter) return '"[Getter]"';
  if (typeof value === "string") return quote(slice(value, 0, STATE_VALUE_CHARS));
  if (isArray(value)) return `"[Array(${value.length})]"`;
  if (isRecord(value)) return quote(slice(`[Object ${shownKeys(value)}]`, 0, STATE_VALUE_CHARS));
  if (typeof value === "number" && !isFiniteNumber(value)) return `"${value}"`;
  return encodeValue(value, STATE_VALUE_CHARS);
}

function shownKeys(value: object): string {
  const names = allKeys(value);
  let text = "";
  for (let i = 0; i < names.length && text.length < STATE_VALUE_CHARS; i++)
    text += `${text && ", "}${names[i]}`;
  return `{${text}}`;
}
