// The response of an XMLHttpRequest as text, for each response type.
import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import { getter, method, stringify } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import { encodeValue } from "../core/serialize.js";
import { type Truncated, truncateToBytes } from "../core/truncateToBytes.js";
import { BODY_COPY_BYTES } from "./bodyBounds.js";
import { bufferText, documentText, readBlob, whole } from "./bodyText.js";
import { binaryNote, isTextBody, mediaType } from "./isTextBody.js";

const { prototype } = XMLHttpRequest;
const responseType = getter<string>(prototype, "responseType");
const responseText = getter<string>(prototype, "responseText");
const responseOf = getter<unknown>(prototype, "response");
const headerOf = method<string | null>(prototype, "getResponseHeader") as (
  xhr: XMLHttpRequest,
  name: string,
) => string | null;

/** The shortest and, with white space around it, the longest body that probably is JSON's `null`. */
const NULL_BYTES = { least: 4, most: 8 };
const FAILED = 400;

/** Whether the page wanted JSON and gets null, because the body is something else. An empty body may be meant so. */
export function isUnparsedJson(xhr: XMLHttpRequest, status: number, bytes: number): boolean {
  if (responseType(xhr) !== "json" || status === 0 || status >= FAILED || bytes === 0) return false;
  const mayBeNull = bytes >= NULL_BYTES.least && bytes <= NULL_BYTES.most;
  return !mayBeNull && responseOf(xhr) === null;
}

export function typeOf(xhr: XMLHttpRequest): string {
  return mediaType(headerOf(xhr, "content-type"));
}

/** Calls back at once, later for a blob of text, and never where there is no body. */
export function readXhr(xhr: XMLHttpRequest, hooks: Hooks, onText: (truncated: Truncated) => void): void {
  const type = typeOf(xhr);
  const kind = responseType(xhr);
  if (kind === "" || kind === "text") return onText(textOf(xhr, type));
  const value = responseOf(xhr);
  // Of what it could not parse the browser keeps nothing; that much the reader should know.
  if (kind === "json" && value === null) return onText(whole("[JSON: null, empty or not valid]"));
  if (value === null || value === undefined) return;
  switch (kind) {
    case "json":
      return onText(truncateToBytes(jsonText(xhr, value), RESPONSE_BODY_BYTES));
    case "arraybuffer":
      return onText(bufferText(value as ArrayBuffer, type, RESPONSE_BODY_BYTES));
    case "blob":
      return readBlob(value as Blob, type, RESPONSE_BODY_BYTES, hooks, onText);
    default:
      return onText(truncateToBytes(documentText(value as Document), RESPONSE_BODY_BYTES));
  }
}

function textOf(xhr: XMLHttpRequest, type: string): Truncated {
  return isTextBody(type)
    ? truncateToBytes(responseText(xhr), RESPONSE_BODY_BYTES)
    : whole(binaryNote(headerOf(xhr, "content-length"), type));
}

/** The browser keeps the value and not the text; a very long one is walked over only as far as it is shown. */
function jsonText(xhr: XMLHttpRequest, value: unknown): string {
  const isLong = +(headerOf(xhr, "content-length") ?? 0) > BODY_COPY_BYTES;
  return (isLong ? undefined : stringifySafely(value)) ?? encodeValue(value, RESPONSE_BODY_BYTES);
}

/** Nothing where a toJSON that the page gave to all objects has its own will. */
function stringifySafely(value: unknown): string | undefined {
  try {
    return stringify(value);
  } catch {
    return undefined;
  }
}
