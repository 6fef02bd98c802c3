// What a page hands to fetch or XMLHttpRequest as a body, as text. Nothing of the page's own code runs for it.
import { FORM_DATA_FIELDS, REQUEST_BODY_BYTES } from "../generated/limits.js";
import { Beginning } from "./beginning.js";
import { type ByteRange, byteRange, firstBytes } from "./byteRange.js";
import { type Cut, cutToBytes } from "./cutToBytes.js";
import { binaryNote, isText, mediaType } from "./isText.js";
import {
  append,
  blobSize,
  bufferSize,
  getter,
  isView,
  mapEntries,
  mapGet,
  mapSet,
  mapSize,
  method,
  NativeMap,
  nextOfMap,
  objectTag,
  promiseThen,
} from "./natives.js";
import type { Hooks } from "./patch.js";
import { quote } from "./serialise.js";

const { FormData, Blob, File, URLSearchParams, XMLSerializer } = globalThis;
const paramsText = method<string>(URLSearchParams.prototype, "toString");
const blobType = getter<string>(Blob.prototype, "type");
const blobSlice = method<Blob>(Blob.prototype, "slice") as (of: Blob, from: number, to: number) => Blob;
const blobBuffer = method<Promise<ArrayBuffer>>(Blob.prototype, "arrayBuffer");
const fileName = getter<string>(File.prototype, "name");
const forEachField = method<void>(FormData.prototype, "forEach") as (
  form: unknown,
  each: (value: string | File, name: string) => void,
) => void;
const serialiseDocument = method<string>(XMLSerializer?.prototype, "serializeToString") as (
  serialiser: XMLSerializer,
  node: unknown,
) => string;

type OnText = (cut: Cut) => void;

/** Calls back at once, later for a blob of text, and never where there is no body. `type` is the content type. */
export function readSent(body: unknown, type: string, hooks: Hooks, onText: OnText): void {
  if (body === undefined || body === null || body === "") return;
  if (typeof body === "string") return onText(cutToBytes(body, REQUEST_BODY_BYTES));
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
      return onText(cutToBytes(paramsText(body), REQUEST_BODY_BYTES));
    case "[object FormData]":
      return onText(cutToBytes(formJson(body), REQUEST_BODY_BYTES));
    case "[object Blob]":
    case "[object File]":
      return readBlob(body as Blob, type, REQUEST_BODY_BYTES, hooks, onText);
    case "[object ArrayBuffer]":
      return onText(bufferText(body as ArrayBuffer, type, REQUEST_BODY_BYTES));
    case "[object Document]":
    case "[object HTMLDocument]":
    case "[object XMLDocument]":
      return onText(cutToBytes(documentText(body), REQUEST_BODY_BYTES));
    case "[object ReadableStream]":
      return onText(whole("[Stream: not read]"));
    default:
      return onText(whole("[object]"));
  }
}

export function bufferText(buffer: ArrayBuffer, type: string, maxBytes: number): Cut {
  return bytesText({ buffer, from: 0, length: bufferSize(buffer) }, type, maxBytes);
}

export function documentText(document: object): string {
  return serialiseDocument(new XMLSerializer(), document);
}

/** What the blob itself says of its type counts. */
export function readBlob(blob: Blob, type: string, maxBytes: number, hooks: Hooks, onText: OnText): void {
  const kind = mediaType(blobType(blob)) || type;
  if (kind === "" || !isText(kind)) return onText(whole(binaryNote(blobSize(blob), kind)));
  const onBuffer = hooks.guard((buffer: ArrayBuffer) => onText(bufferText(buffer, kind, maxBytes)));
  promiseThen(blobBuffer(blobSlice(blob, 0, maxBytes + 1)), onBuffer, () => undefined);
}

function bytesText(range: ByteRange, type: string, maxBytes: number): Cut {
  if (type === "" || !isText(type)) return whole(binaryNote(range.length, type));
  const beginning = new Beginning(maxBytes);
  beginning.add(firstBytes(range, maxBytes + 1));
  return beginning.cut(true);
}

/** `{"name":"Ada","photo":"[File: ada.png, 12 bytes, type: image/png]"}`; a name that is there twice has a list. */
function formJson(form: object): string {
  const fields = new NativeMap<string, string[]>();
  forEachField(form, (value, name) => {
    const json = typeof value === "string" ? quote(value, REQUEST_BODY_BYTES) : quote(fileNote(value));
    const known = mapGet(fields, name);
    if (known) append(known, json);
    else if (mapSize(fields) < FORM_DATA_FIELDS) mapSet(fields, name, [json]);
  });
  let json = "";
  const entries = mapEntries(fields);
  for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) {
    json += `${json && ","}${quote(next.value[0])}:${listJson(next.value[1])}`;
  }
  return `{${json}}`;
}

function listJson(values: readonly string[]): string {
  if (values.length === 1) return values[0] as string;
  let json = "";
  for (let i = 0; i < values.length; i++) json += `${json && ","}${values[i]}`;
  return `[${json}]`;
}

function fileNote(file: File): string {
  return `[File: ${fileName(file)}, ${blobSize(file)} bytes, type: ${blobType(file)}]`;
}

export function whole(text: string): Cut {
  return { text, isCut: false };
}
