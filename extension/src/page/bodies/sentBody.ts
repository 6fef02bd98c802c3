// What a page hands to fetch or XMLHttpRequest as a body, as text. Nothing of the page's own code runs for it.
import { REQUEST_BODY_BYTES } from "../../generated/limits.js";
import { byteRange } from "../core/byteRange.js";
import {
  append,
  blobSize,
  getter,
  isView,
  itemAt,
  mapEntries,
  mapGet,
  mapSet,
  mapSize,
  method,
  NativeMap,
  nextOfMap,
  objectTag,
} from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import { quote } from "../core/quote.js";
import { truncateToBytes } from "../core/truncateToBytes.js";
import {
  blobType,
  bufferText,
  bytesText,
  documentText,
  type OnText,
  readBlob,
  whole,
} from "../network/bodyText.js";
import { mediaType } from "../network/isTextBody.js";

const MAX_FORM_DATA_FIELDS = 100; // fields of one FormData

const { FormData, File, URLSearchParams } = globalThis;
const paramsText = method<string>(URLSearchParams, "toString");
const fileName = getter<string>(File, "name");
const forEachField = method<void>(FormData, "forEach") as (
  form: unknown,
  each: (value: string | File, name: string) => void,
) => void;

/** Calls back at once, later for a blob of text, and never where there is no body. `type` is the content type. */
export function readSent(body: unknown, type: string, hooks: Hooks, onText: OnText): void {
  if (body === undefined || body === null || body === "") return;
  if (typeof body === "string") return onText(truncateToBytes(body, REQUEST_BODY_BYTES));
  if (typeof body !== "object") return onText(whole(`[${typeof body}]`));
  try {
    readObject(body, mediaType(type), hooks, onText);
  } catch {
    // It only called itself so: the natives throw for what is not their own.
    onText(whole("[object]"));
  }
}

function readObject(body: object, type: string, hooks: Hooks, onText: OnText): void {
  if (isView(body)) return onText(bytesText(byteRange(body), type, REQUEST_BODY_BYTES));
  switch (objectTag(body)) {
    case "[object URLSearchParams]":
      return onText(truncateToBytes(paramsText(body), REQUEST_BODY_BYTES));
    case "[object FormData]":
      return onText(truncateToBytes(formJson(body), REQUEST_BODY_BYTES));
    case "[object Blob]":
    case "[object File]":
      return readBlob(body as Blob, type, REQUEST_BODY_BYTES, hooks, onText);
    case "[object ArrayBuffer]":
      return onText(bufferText(body as ArrayBuffer, type, REQUEST_BODY_BYTES));
    case "[object Document]":
    case "[object HTMLDocument]":
    case "[object XMLDocument]":
      return onText(truncateToBytes(documentText(body), REQUEST_BODY_BYTES));
    case "[object ReadableStream]":
      return onText(whole("[Stream: not read]"));
    default:
      return onText(whole("[object]"));
  }
}

/** `{"name":"Ada","photo":"[File: ada.png, 12 bytes, type: image/png]"}`; a name that is there twice has a list. */
function formJson(form: object): string {
  const fields = new NativeMap<string, string[]>();
  forEachField(form, (value, name) => {
    const json = typeof value === "string" ? quote(value, REQUEST_BODY_BYTES) : quote(fileNote(value));
    const known = mapGet(fields, name);
    if (known) append(known, json);
    else if (mapSize(fields) < MAX_FORM_DATA_FIELDS) mapSet(fields, name, [json]);
  });
  let json = "";
  const entries = mapEntries(fields);
  for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) {
    json += `${json && ","}${quote(next.value[0])}:${listJson(next.value[1])}`;
  }
  return `{${json}}`;
}

function listJson(values: readonly string[]): string {
  if (values.length === 1) return itemAt(values, 0) as string;
  let json = "";
  for (let i = 0; i < values.length; i++) json += `${json && ","}${values[i]}`;
  return `[${json}]`;
}

function fileNote(file: File): string {
  return `[File: ${fileName(file)}, ${blobSize(file)} bytes, type: ${blobType(file)}]`;
}
