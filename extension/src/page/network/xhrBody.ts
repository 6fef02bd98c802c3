// The response of an XMLHttpRequest as the browser has it.
import { getter, method } from "../core/natives.js";
import { isTextBody, mediaType } from "./isTextBody.js";

const { prototype } = XMLHttpRequest;
const responseType = getter<string>(prototype, "responseType");
const responseOf = getter<unknown>(prototype, "response");
const headerOf = method<string | null>(prototype, "getResponseHeader") as (
  xhr: XMLHttpRequest,
  name: string,
) => string | null;

/** The shortest and, with white space around it, the longest body that probably is JSON's `null`. */
const NULL_BYTES = { least: 4, most: 8 };
const FAILED = 400;

/** What can be described later, when the page may have sent the same XMLHttpRequest again. */
export interface XhrBody {
  /** The response type: `json`, `blob`, …, and nothing for text. */
  kind: string;
  /** The media type. */
  type: string;
  /** Null for a text that is not shown. */
  value: unknown;
  length: string | null;
}

export function takeXhrBody(xhr: XMLHttpRequest): XhrBody {
  const type = typeOf(xhr);
  const given = responseType(xhr);
  const kind = given === "text" ? "" : given;
  const value = kind !== "" || isTextBody(type) ? responseOf(xhr) : null;
  return { kind, type, value, length: headerOf(xhr, "content-length") };
}

/** Whether the page wanted JSON and gets null, because the body is something else. An empty body may be meant so. */
export function isUnparsedJson(xhr: XMLHttpRequest, status: number, bytes: number): boolean {
  if (responseType(xhr) !== "json" || status === 0 || status >= FAILED || bytes === 0) return false;
  const mayBeNull = bytes >= NULL_BYTES.least && bytes <= NULL_BYTES.most;
  return !mayBeNull && responseOf(xhr) === null;
}

export function typeOf(xhr: XMLHttpRequest): string {
  return mediaType(headerOf(xhr, "content-type"));
}
