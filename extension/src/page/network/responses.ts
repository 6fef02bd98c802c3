// The natives of responses that several recorders use.
import { getter, method } from "../core/natives.js";
import type { Body } from "./bodyStream.js";
import { isTextBody, mediaType } from "./isTextBody.js";

const { Headers, Response } = globalThis;
export const statusOf = getter<number>(Response, "status");
export const headersOf = getter<Headers>(Response, "headers");
export const headerOf = method<string | null>(Headers, "get") as (of: Headers, name: string) => string | null;
export const copyOf = method<Response>(Response, "clone");
export const bodyOf = getter<Body | null>(Response, "body");
const isUsed = getter<boolean>(Response, "bodyUsed");
export const isLocked = getter<boolean>(globalThis.ReadableStream, "locked");

/** It has no beginning that ends. */
export const EVENT_STREAM = "text/event-stream";

/** The media type. */
export function typeOf(response: Response): string {
  return mediaType(headerOf(headersOf(response), "content-type"));
}

/** Whether it has a body that ends and is worth showing. */
export function isText(response: Response): boolean {
  if (bodyOf(response) === null) return false;
  const type = typeOf(response);
  return type !== EVENT_STREAM && isTextBody(type);
}

/** Whether its body can be read, or copied. */
export function isReadable(response: Response): boolean {
  const body = bodyOf(response);
  return !isUsed(response) && (body === null || !isLocked(body));
}
