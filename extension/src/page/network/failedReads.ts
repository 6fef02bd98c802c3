// Bodies that the page could not read, by the error that it got: which request, and what was wrong with the response.
import { isEndOfJson, isRefusedCall } from "#platform/page/nativeTexts.js";
import { MAX_CAUSES, URL_CHARS } from "../../generated/limits.js";
import { isArray, itemAt, method, promiseThen, subarray, weakMap } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import { quote } from "../core/quote.js";
import { isObject, readProperty, readText } from "../core/readSafely.js";
import { pageFrames, stackHere } from "../core/stacks.js";
import { urlJson } from "../core/stamp.js";
import { HEADER_CHARS } from "./bodyBounds.js";
import { getReader, nothing, type Piece, readPiece, stopReading } from "./bodyStream.js";
import { areFailedResponsesOff, areFailedResponsesOn } from "./failedResponseSwitch.js";
import { isTextBody } from "./isTextBody.js";
import { isJson, notJson } from "./notJson.js";
import type { PendingRequest } from "./requests.js";
import { bodyOf, copyOf, isReadable, statusOf, typeOf } from "./responses.js";

const FAILED_READ_BYTES = 1024; // the start of a body that the page could not read

const { TextDecoder } = globalThis;
const decode = method<string>(TextDecoder, "decode") as (
  decoder: TextDecoder,
  bytes: Uint8Array,
  options: { stream: boolean },
) => string;

/** One call of `json()`, `text()`, … on a response. */
export interface BodyRead {
  response: Response;
  /** The method's name. */
  reader: string;
  /** The first characters of the body, if they were kept. */
  prefix: string;
  /** Has the stack of the call, if it was kept. */
  calledAt: Error | null;
}

export interface FailedRead {
  url: string;
  /** JSON of the entry's `_failedRequest`, with a comma in front. */
  field: () => string;
  /** Frames of the page, for an error without any. */
  frames: string;
}

const requests = weakMap<PendingRequest>();
const failedReads = weakMap<FailedRead>();

export function rememberRequest(response: Response, request: PendingRequest): void {
  requests.set(response, request);
}

/** The page has cloned a response. */
export function rememberClone(response: Response, clone: Response): void {
  const request = requests.get(response);
  if (request) requests.set(clone, request);
}

/** To be called before the read: a response that says it is not JSON keeps what will explain the failure. */
export function beginRead(response: Response, reader: string, hooks: Hooks): BodyRead {
  const read: BodyRead = { response, reader, prefix: "", calledAt: null };
  // A response that the page made is parsed at once, and would not be after a copy.
  if (reader !== "json" || requests.get(response) === undefined) return read;
  const type = typeOf(response);
  if (type === "" || isJson(type)) return read;
  read.calledAt = stackHere();
  if (isTextBody(type) && isReadable(response) && !areFailedResponsesOff()) keepPrefix(read, hooks);
  return read;
}

/** Copies from the first piece. The page is about to read all of it, so a copy does not keep more in memory. */
function keepPrefix(read: BodyRead, hooks: Hooks): void {
  const body = bodyOf(copyOf(read.response));
  if (body === null) return;
  const reader = getReader(body);
  const onPiece = hooks.guard(({ value }: Piece) => {
    // In a stream half a character at the end waits for its rest, which here never comes.
    if (value)
      read.prefix = decode(new TextDecoder(), subarray(value, 0, FAILED_READ_BYTES), { stream: true });
    stopReading(reader);
  });
  promiseThen(readPiece(reader), onPiece, nothing);
}

/** To be called when the read has failed, in the reaction to the browser's promise: `error` is what the page gets. */
export function endRead(read: BodyRead, error: unknown): void {
  const request = requests.get(read.response);
  if (!request || !isObject(error) || isMisuse(error)) return;
  failedReads.set(error, {
    url: request.url,
    field: () => `,"_failedRequest":${requestJson(request, read, error)}`,
    // The code that awaits the promise is known by now.
    frames: pageFrames(stackHere()) || (read.calledAt ? pageFrames(read.calledAt) : ""),
  });
}

/** The failed read of the error itself, of one of its causes, or of the first error that `Promise.any` gives up for. */
export function failedReadOf(error: unknown): FailedRead | undefined {
  for (let each = error, i = 0; isObject(each) && i <= MAX_CAUSES; each = originOf(each), i++) {
    const found = failedReads.get(each);
    if (found) return found;
  }
  return undefined;
}

function originOf(error: object): unknown {
  const errors = readProperty(error, "errors");
  return isArray(errors) ? itemAt(errors, 0) : readProperty(error, "cause");
}

/** The body was read before, or is locked: nothing is wrong with the response. */
function isMisuse(error: object): boolean {
  return readText(error, "name") === "TypeError" && isRefusedCall(readText(error, "message"));
}

function requestJson({ id, method, url, durationMs }: PendingRequest, read: BodyRead, error: object): string {
  const status = statusOf(read.response);
  const head = `{"id":"${id}","method":${quote(method, URL_CHARS)},"url":${urlJson(url)},"status":${status}`;
  const why = `"duration":${durationMs},"error":${quote(problem(read, error), HEADER_CHARS)}`;
  return read.prefix === "" || !areFailedResponsesOn()
    ? `${head},${why}}`
    : `${head},${why},"response":${quote(read.prefix, FAILED_READ_BYTES)}}`;
}

function problem({ response, reader, prefix }: BodyRead, error: object): string {
  const name = readText(error, "name");
  const type = typeOf(response);
  if (name === "AbortError") return "the page aborted the request before the body was complete";
  if (name === "TimeoutError") return "the request timed out before the body was complete";
  if (name === "SyntaxError") return notJson(type, prefix === "" && isEndOfJson(readText(error, "message")));
  if (reader === "formData" && !isForm(type)) return `the response was ${type || "untyped"}, not form data`;
  return "the connection was lost before the body was complete";
}

function isForm(type: string): boolean {
  return type === "multipart/form-data" || type === "application/x-www-form-urlencoded";
}
