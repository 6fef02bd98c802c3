// Gets at the body of a fetch response without harm to the page's own reading.
//
// A copy takes away the back-pressure: Chromium reads the whole body into memory, however slowly the page reads. So
// only what is known to be short, or has failed, is copied when it comes. The rest is copied when the page reads all of
// it anyway, and overheard when the page reads it piece by piece.
import {
  BODY_COPY_BYTES,
  BODY_COPY_WAIT_MS,
  FAILED_RESPONSE_WAIT_MS,
  RESPONSE_BODY_BYTES,
} from "../generated/limits.js";
import type { Exchange } from "./exchanges.js";
import { binaryNote, isText, mediaType } from "./isText.js";
import { getter, memo, method } from "./natives.js";
import type { Hooks } from "./patch.js";
import { type Body, discard, readBeginning } from "./readBeginning.js";
import { whole } from "./sentBody.js";

const { Headers, Response } = globalThis;
const headersOf = getter<Headers>(Response?.prototype, "headers");
const header = method<string | null>(Headers?.prototype, "get") as (
  of: Headers,
  name: string,
) => string | null;
const copyOf = method<Response>(Response?.prototype, "clone");
const bodyOf = getter<Body | null>(Response?.prototype, "body");

const EVENT_STREAM = "text/event-stream";

/** Responses, and their streams, that the page has not read yet. */
const unread = memo<Exchange>();

/** The beginning of the body goes to the failed request's entry (`onFailure`) and to the exchange. */
export function followBody(
  response: Response,
  hooks: Hooks,
  exchange: Exchange | null,
  onFailure: ((text: string) => void) | null,
): void {
  if (bodyOf(response) === null) return;
  const type = mediaType(header(headersOf(response), "content-type"));
  // An event stream has no beginning that ends.
  if (type === EVENT_STREAM) exchange?.received(whole("[Event stream: not read]"));
  else if (!isText(type)) describeBinary(response, type, exchange, onFailure);
  else if (onFailure) readFailed(response, hooks, exchange, onFailure);
  else if (exchange && isShort(response)) takeCopy(response, exchange);
  else if (exchange) remember(response, exchange);
}

function describeBinary(
  response: Response,
  type: string,
  exchange: Exchange | null,
  onFailure: ((text: string) => void) | null,
): void {
  const headers = headersOf(response);
  const length = header(headers, "content-length");
  onFailure?.(binaryNote(length, type));
  exchange?.received(whole(binaryNote(length, type)));
  const isLengthOfBody = length !== null && header(headers, "content-encoding") === null;
  if (!isLengthOfBody) exchange?.whenSized((bytes) => exchange.received(whole(binaryNote(bytes, type))));
}

/** Its beginning is in the log, whether bodies are captured or not. */
function readFailed(
  response: Response,
  hooks: Hooks,
  exchange: Exchange | null,
  onFailure: (text: string) => void,
): void {
  const body = bodyOf(copyOf(response));
  if (body === null) return;
  const reading = { maxBytes: RESPONSE_BODY_BYTES, waitMs: FAILED_RESPONSE_WAIT_MS, hooks };
  readBeginning(body, reading, (cut) => {
    if (cut.text !== "") onFailure(cut.text);
    exchange?.received(cut);
  });
}

function isShort(response: Response): boolean {
  const headers = headersOf(response);
  const length = header(headers, "content-length");
  return length !== null && +length <= BODY_COPY_BYTES && header(headers, "content-encoding") === null;
}

function takeCopy(response: Response, exchange: Exchange): void {
  const body = bodyOf(copyOf(response));
  if (body === null) return;
  exchange.isTaken = true;
  const reading = () => ({ maxBytes: RESPONSE_BODY_BYTES, waitMs: BODY_COPY_WAIT_MS, hooks: exchange.hooks });
  exchange.all.whenOn(
    () => readBeginning(body, reading(), exchange.received),
    () => discard(body),
  );
}

function remember(response: Response, exchange: Exchange): void {
  unread.set(response, exchange);
  const body = bodyOf(response);
  if (body) unread.set(body, exchange);
}

/** The page is about to read all of it at once: json(), text(), … */
export function pageReads(response: Response): void {
  const exchange = unread.get(response);
  if (exchange && !exchange.isTaken) takeCopy(response, exchange);
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

/** The exchange of a stream that the page begins to read, if nobody reads it yet. */
export function takeStream(stream: object): Exchange | undefined {
  const exchange = unread.get(stream);
  if (!exchange || exchange.isTaken) return undefined;
  exchange.isTaken = true;
  return exchange;
}
