// The entry of bodies.js: what captures the bodies of requests.
import { REQUEST_BODY_BYTES } from "../../generated/limits.js";
import { getter, startsWith } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import { readOption } from "../core/readSafely.js";
import type { BodiesGiven, BodiesPart } from "../network/bodiesPart.js";
import { BODY_COPY_WAIT_MS } from "../network/bodyBounds.js";
import { type Body, discard } from "../network/bodyStream.js";
import { whole } from "../network/bodyText.js";
import { binaryNote, isTextBody, mediaType } from "../network/isTextBody.js";
import { readBodyPrefix } from "../network/readBodyPrefix.js";
import { takeXhrBody } from "../network/xhrBody.js";
import { readXhrBody } from "../network/xhrText.js";
import { Exchange, type Recording } from "./exchange.js";
import {
  type HeaderList,
  headersOfInit,
  headersOfLines,
  headersOfNative,
  headersOfXhr,
} from "./headerList.js";
import { OpenBodies } from "./openBodies.js";
import { followBody, pageCopied, pageReads } from "./receivedBody.js";
import { recordStreams } from "./recordStreams.js";
import { readSent } from "./sentBody.js";

const { Request } = globalThis;
const headersOf = getter<Headers>(Request, "headers");

export function begin({ emit, hooks: first }: BodiesGiven): BodiesPart {
  const recording: Recording = { emit, hooks: first, open: new OpenBodies() };
  const part = {
    begin: (request) => new Exchange(recording, request),
    fetchSent,
    xhrSent: (exchange, pairs, body) => {
      const headers = headersOfXhr(pairs);
      exchange.sentHeaders(headers);
      readSent(body, headers.contentType, recording.hooks, exchange.sentBody);
    },
    answered: (exchange, outcome, headers) =>
      exchange.answered(outcome, headers === null ? null : headersIn(headers)),
    responded: (exchange, response, copy) => followBody(response, exchange, copy),
    received: (exchange, body) => exchange.received(body),
    xhrResponded: (exchange, xhr) => readXhrBody(takeXhrBody(xhr), recording.hooks, exchange.received),
    pageReads,
    pageCopied,
    record: (hooks: Hooks) => {
      recording.hooks = hooks;
      recordStreams(hooks);
    },
    flush: () => recording.open.flush(),
  } satisfies BodiesPart<Exchange>;
  return part as unknown as BodiesPart;
}

function headersIn(headers: Headers | string): HeaderList {
  return typeof headers === "string" ? headersOfLines(headers) : headersOfNative(headers);
}

/** What `init` says goes over the request. */
function fetchSent(exchange: Exchange, request: Request | undefined, init: unknown, copy: Body | null): void {
  const headers = readOption(init, "headers");
  const list =
    headers === undefined && request ? headersOfNative(headersOf(request)) : headersOfInit(headers);
  exchange.sentHeaders(list);
  if (copy) readCopy(exchange, copy, list);
  else readSent(readOption(init, "body"), list.contentType, exchange.hooks, exchange.sentBody);
}

function readCopy(exchange: Exchange, body: Body, { contentType }: HeaderList): void {
  const type = mediaType(contentType);
  // A text has a type in any case: the browser sets it. A form is written out with its names, at the beginning.
  const isShown = type !== "" && (isTextBody(type) || startsWith(type, "multipart/"));
  if (!isShown) {
    discard(body);
    return exchange.sentBody(whole(binaryNote(null, type)));
  }
  const reading = { maxBytes: REQUEST_BODY_BYTES, waitMs: BODY_COPY_WAIT_MS, hooks: exchange.hooks };
  readBodyPrefix(body, reading, exchange.sentBody);
}
