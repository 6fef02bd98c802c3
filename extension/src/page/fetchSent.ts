// What a call of fetch sends: its headers, and its body without taking it away from the call.
import { BODY_COPY_WAIT_MS, REQUEST_BODY_BYTES } from "../generated/limits.js";
import type { Exchange } from "./exchanges.js";
import { type HeaderList, headersOfInit, headersOfNative } from "./headerList.js";
import { binaryNote, isText, mediaType } from "./isText.js";
import { getter, method, startsWith } from "./natives.js";
import { type Body, discard, readBeginning } from "./readBeginning.js";
import { readOption } from "./readSafely.js";
import { readSent, whole } from "./sentBody.js";

const { Request, ReadableStream } = globalThis;
const headersOf = getter<Headers>(Request?.prototype, "headers");
const bodyOf = getter<Body | null>(Request?.prototype, "body");
const isUsed = getter<boolean>(Request?.prototype, "bodyUsed");
const isLocked = getter<boolean>(ReadableStream?.prototype, "locked");
const copyOf = method<Request>(Request?.prototype, "clone");

/** `request` is the first argument if it is a Request; what `init` says goes over it. */
export function noteSent(exchange: Exchange, request: Request | undefined, init: unknown): void {
  const headers = readOption(init, "headers");
  const body = readOption(init, "body");
  const copy = request && (body ?? null) === null ? copyOfBody(request) : null;
  exchange.all.whenOn(
    () => {
      const list =
        headers === undefined && request ? headersOfNative(headersOf(request)) : headersOfInit(headers);
      exchange.sentHeaders(list);
      if (copy) readCopy(exchange, copy, list);
      else readSent(body, list.contentType, exchange.hooks, exchange.sentBody);
    },
    () => copy && discard(copy),
  );
}

/** The call takes the request's own body; one that is used already makes the call fail. */
function copyOfBody(request: Request): Body | null {
  const body = bodyOf(request);
  if (!body || isUsed(request) || isLocked(body)) return null;
  return bodyOf(copyOf(request));
}

function readCopy(exchange: Exchange, body: Body, { contentType }: HeaderList): void {
  const type = mediaType(contentType);
  // A text has a type in any case: the browser sets it. A form is written out with its names, at the beginning.
  const isShown = type !== "" && (isText(type) || startsWith(type, "multipart/"));
  if (!isShown) {
    discard(body);
    return exchange.sentBody(whole(binaryNote(null, type)));
  }
  const reading = { maxBytes: REQUEST_BODY_BYTES, waitMs: BODY_COPY_WAIT_MS, hooks: exchange.hooks };
  readBeginning(body, reading, exchange.sentBody);
}
