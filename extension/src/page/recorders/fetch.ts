// Records fetch: each request's timing, and those that fail. The page gets its response at once.
import type { Exchange, Exchanges } from "../exchanges.js";
import { rememberRequest } from "../failedReads.js";
import { noteSent } from "../fetchSent.js";
import { headersOfNative } from "../headerList.js";
import { isOwnRequest } from "../isOwnRequest.js";
import { methodName } from "../methodName.js";
import { getter, promiseThen, urlText } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { readOption, readText, textOf } from "../readSafely.js";
import { followBody } from "../receivedBody.js";
import type { Outcome, PendingRequest, Requests } from "../requests.js";
import { messageOf } from "../serialise.js";
import { hideOwnFramesInText } from "../stacks.js";
import { absoluteUrl } from "../stamp.js";

const { Request, Response, AbortSignal } = globalThis;
const requestUrl = getter<string>(Request?.prototype, "url");
const requestMethod = getter<string>(Request?.prototype, "method");
const requestSignal = getter<unknown>(Request?.prototype, "signal");
const isSignalAborted = getter<boolean>(AbortSignal?.prototype, "aborted");
const statusOf = getter<number>(Response?.prototype, "status");
const statusTextOf = getter<string>(Response?.prototype, "statusText");
const isRedirected = getter<boolean>(Response?.prototype, "redirected");
const headersOf = getter<Headers>(Response?.prototype, "headers");
const responseUrl = getter<string>(Response?.prototype, "url");

interface Call {
  request: PendingRequest;
  signal: unknown;
  exchange: Exchange | null;
}

export function recordFetch(hooks: Hooks, requests: Requests, exchanges: Exchanges): Undo {
  hooks.patch(window, "fetch", {
    before: (_, args) => begin(requests, exchanges, args[0], args[1]),
    after: (promise, call) => call && follow(promise as Promise<Response>, call as Call, hooks, requests),
  });
  return hooks.undo;
}

function begin(requests: Requests, exchanges: Exchanges, input: unknown, init: unknown): Call | undefined {
  const asked = read(input);
  const url = absoluteUrl(asked.url);
  if (isOwnRequest(url)) return undefined;
  const method = methodName(readOption(init, "method") ?? asked.method);
  const signal = readOption(init, "signal") ?? asked.signal;
  const request = requests.begin(method, url, "fetch");
  const exchange = exchanges.begin(request);
  if (exchange) noteSent(exchange, asked.request, init);
  return { request, signal, exchange };
}

interface Asked {
  url: string;
  method: string;
  signal?: unknown;
  request?: Request;
}

/** What the first argument of fetch says. */
function read(input: unknown): Asked {
  if (typeof input === "string") return { url: input, method: "GET" };
  // The natives throw for what is not theirs.
  try {
    const url = requestUrl(input);
    return { url, method: requestMethod(input), signal: requestSignal(input), request: input as Request };
  } catch {
    return { url: readUrl(input), method: "GET" };
  }
}

function readUrl(input: unknown): string {
  try {
    return urlText(input);
  } catch {
    return textOf(input);
  }
}

/**
 * The page gets a promise that settles with ours, after us. Were it the native one, our looking at it would make a
 * rejection count as handled, and the page's `unhandledrejection` would be gone.
 */
function follow(promise: Promise<Response>, call: Call, hooks: Hooks, requests: Requests): Promise<unknown> {
  const onResponse = hooks.guard((response: Response) => recordResponse(response, call, hooks, requests));
  const onError = hooks.guard((error: unknown) => recordError(error, call, requests));
  return promiseThen(
    promise,
    (response) => {
      onResponse(response);
      return response;
    },
    (error) => {
      onError(error);
      throw error;
    },
  );
}

function recordResponse(
  response: Response,
  { request, exchange }: Call,
  hooks: Hooks,
  requests: Requests,
): void {
  rememberRequest(response, request);
  const outcome: Outcome = { status: statusOf(response), statusText: statusTextOf(response) };
  if (isRedirected(response)) outcome.redirectedTo = responseUrl(response);
  const failure = requests.finish(request, outcome);
  exchange?.answered(outcome, headersOfNative(headersOf(response)));
  const onFailure = failure && ((text: string) => requests.addResponse(failure, text));
  if (exchange || failure) followBody(response, hooks, exchange, onFailure);
}

function recordError(error: unknown, { request, signal, exchange }: Call, requests: Requests): void {
  hideOwnFramesInText(error);
  const isAborted = isAbort(error, signal);
  const outcome = isAborted ? { status: 0, isAborted } : { status: 0, error: describe(error) };
  requests.finish(request, outcome);
  exchange?.answered(outcome, null);
}

/** The page changed its mind; a time limit of its own is a failure all the same. */
function isAbort(error: unknown, signal: unknown): boolean {
  const name = readText(error, "name");
  if (name === "TimeoutError") return false;
  return name === "AbortError" || isAborted(signal);
}

function isAborted(signal: unknown): boolean {
  try {
    return isSignalAborted(signal) === true;
  } catch {
    return false;
  }
}

function describe(error: unknown): string {
  const name = readText(error, "name");
  return name ? `${name}: ${messageOf(error)}` : messageOf(error);
}
