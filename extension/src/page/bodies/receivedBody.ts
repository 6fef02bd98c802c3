// Gets at the body of a fetch response without harm to the page's own reading.
//
// A copy takes away the back-pressure: Chromium reads the whole body into memory, however slowly the page reads. So
// only what is known to be short, or has failed, is copied when it comes. The rest is copied when the page reads all of
// it anyway, and tapped when the page reads it piece by piece.
import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import { weakMap } from "../core/natives.js";
import { BODY_COPY_BYTES, BODY_COPY_WAIT_MS } from "../network/bodyBounds.js";
import type { Body } from "../network/bodyStream.js";
import { whole } from "../network/bodyText.js";
import { binaryNote, isTextBody } from "../network/isTextBody.js";
import { readBodyPrefix } from "../network/readBodyPrefix.js";
import {
  bodyOf,
  copyOf,
  EVENT_STREAM,
  headerOf,
  headersOf,
  isReadable,
  typeOf,
} from "../network/responses.js";
import type { Exchange } from "./exchange.js";

/** Responses, and their streams, that the page has not read yet. */
const unread = weakMap<Exchange>();

/** `copy` was made earlier, because the page's own reading of the response cannot be followed. */
export function followBody(response: Response, exchange: Exchange, copy: Body | null): void {
  if (copy) return readCopy(copy, exchange);
  if (bodyOf(response) === null) return;
  const type = typeOf(response);
  // An event stream has no beginning that ends.
  if (type === EVENT_STREAM) exchange.received(whole("[Event stream: not read]"));
  else if (!isTextBody(type)) describeBinary(response, type, exchange);
  else if (isShort(response)) takeCopy(response, exchange);
  else remember(response, exchange);
}

function describeBinary(response: Response, type: string, exchange: Exchange): void {
  const headers = headersOf(response);
  const length = headerOf(headers, "content-length");
  exchange.received(whole(binaryNote(length, type)));
  const isLengthOfBody = length !== null && headerOf(headers, "content-encoding") === null;
  if (!isLengthOfBody) exchange.whenSized((bytes) => exchange.received(whole(binaryNote(bytes, type))));
}

function isShort(response: Response): boolean {
  const headers = headersOf(response);
  const length = headerOf(headers, "content-length");
  return length !== null && +length <= BODY_COPY_BYTES && headerOf(headers, "content-encoding") === null;
}

function takeCopy(response: Response, exchange: Exchange): void {
  const body = bodyOf(copyOf(response));
  if (body) readCopy(body, exchange);
}

function readCopy(body: Body, exchange: Exchange): void {
  exchange.isTaken = true;
  const reading = { maxBytes: RESPONSE_BODY_BYTES, waitMs: BODY_COPY_WAIT_MS, hooks: exchange.hooks };
  readBodyPrefix(body, reading, exchange.received);
}

function remember(response: Response, exchange: Exchange): void {
  unread.set(response, exchange);
  const body = bodyOf(response);
  if (body) unread.set(body, exchange);
}

/** The page is about to read all of it at once: json(), text(), … */
export function pageReads(response: Response): void {
  const exchange = unread.get(response);
  if (exchange && !exchange.isTaken && isReadable(response)) takeCopy(response, exchange);
}

/** The page has made a copy of its own: either of the two may be read, and both have new streams. */
export function pageCopied(response: Response, copy: Response): void {
  const exchange = unread.get(response);
  if (!exchange) return;
  remember(response, exchange);
  remember(copy, exchange);
}

/** The page has forked the stream: either of the two may be read. */
export function pageForked(stream: object, forks: readonly object[]): void {
  const exchange = unread.get(stream);
  if (!exchange) return;
  for (let i = 0; i < forks.length; i++) unread.set(forks[i] as object, exchange);
}

/** The exchange of a stream that the page begins to read, unless it is being read already. */
export function takeStream(stream: object): Exchange | undefined {
  const exchange = unread.get(stream);
  if (!exchange || exchange.isTaken) return undefined;
  exchange.isTaken = true;
  return exchange;
}
