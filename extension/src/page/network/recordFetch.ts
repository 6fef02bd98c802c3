// Records fetch: each request's timing, and those that fail. The page gets its response at once.

import { isOwnRequest } from "../core/isOwnRequest.js";
import { getter, itemAt, promiseThen, urlText } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { readOption, readText, textOf } from "../core/readSafely.js";
import { messageOf } from "../core/serialize.js";
import { hideOwnFramesInText } from "../core/stacks.js";
import { absoluteUrl } from "../core/stamp.js";
import type { BodyLoader, Ticket } from "./bodyLoader.js";
import { discard } from "./bodyStream.js";
import type { FailedBodies } from "./failedBodies.js";
import { rememberRequest } from "./failedReads.js";
import { methodName } from "./methodName.js";
import { answered, type PendingRequest, type Requests, unanswered } from "./requests.js";
import { headersOf, statusOf } from "./responses.js";
import type { Traces } from "./tracesPart.js";

const { Request, Response, AbortSignal } = globalThis;
const requestUrl = getter<string>(Request, "url");
const requestMethod = getter<string>(Request, "method");
const requestSignal = getter<unknown>(Request, "signal");
const isSignalAborted = getter<boolean>(AbortSignal, "aborted");
const statusTextOf = getter<string>(Response, "statusText");
const isRedirected = getter<boolean>(Response, "redirected");
const responseUrl = getter<string>(Response, "url");

interface Call {
  underWay: PendingRequest;
  signal: unknown;
  ticket: Ticket | null;
}

export function recordFetch(
  hooks: Hooks,
  requests: Requests,
  bodies: BodyLoader,
  failures: FailedBodies,
  traces: Traces,
): Undo {
  hooks.patch(window, "fetch", {
    __proto__: null,
    beforeCall: (_, args) => begin(requests, bodies, traces, args as unknown[]),
    afterCall: (promise, call) =>
      call && follow(promise as Promise<Response>, call as Call, hooks, requests, bodies, failures),
  });
  return hooks.undo;
}

function begin(requests: Requests, bodies: BodyLoader, traces: Traces, args: unknown[]): Call | undefined {
  const asked = read(itemAt(args, 0));
  const init = itemAt(args, 1);
  const url = absoluteUrl(asked.url);
  if (isOwnRequest(url)) return undefined;
  const method = methodName(readOption(init, "method") ?? asked.method);
  const signal = readOption(init, "signal") ?? asked.signal;
  const underWay = requests.begin(method, url, "fetch");
  const ticket = bodies.begin(underWay);
  if (ticket) bodies.fetchSent(ticket, asked.asRequest, init);
  traces.part()?.traceFetch(underWay, args);
  return { underWay, signal, ticket };
}

interface Asked {
  url: string;
  method: string;
  signal: unknown;
  asRequest: Request | undefined;
}

/** What the first argument of fetch says. */
function read(input: unknown): Asked {
  if (typeof input === "string") return plainGet(input);
  // The natives throw for what is not theirs.
  try {
    const url = requestUrl(input);
    return { url, method: requestMethod(input), signal: requestSignal(input), asRequest: input as Request };
  } catch {
    return plainGet(readUrl(input));
  }
}

function plainGet(url: string): Asked {
  return { url, method: "GET", signal: undefined, asRequest: undefined };
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
function follow(
  promise: Promise<Response>,
  call: Call,
  hooks: Hooks,
  requests: Requests,
  bodies: BodyLoader,
  failures: FailedBodies,
): Promise<unknown> {
  const onResponse = hooks.guard((response: Response) =>
    recordResponse(response, call, requests, bodies, failures),
  );
  const onError = hooks.guard((error: unknown) => recordError(error, call, requests, bodies));
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
  { underWay, ticket }: Call,
  requests: Requests,
  bodies: BodyLoader,
  failures: FailedBodies,
): void {
  rememberRequest(response, underWay);
  const outcome = answered(statusOf(response), statusTextOf(response));
  if (isRedirected(response)) outcome.redirectedTo = responseUrl(response);
  const failure = requests.finish(underWay, outcome);
  if (ticket) bodies.answered(ticket, outcome, headersOf(response));
  if (failure) {
    failures.fetched(
      response,
      (body) => {
        requests.addResponse(failure, body.text);
        if (ticket) bodies.received(ticket, body);
      },
      (copy) => {
        if (ticket) bodies.responded(ticket, response, copy);
        else if (copy) discard(copy);
      },
    );
  } else if (ticket) bodies.responded(ticket, response);
}

function recordError(
  error: unknown,
  { underWay, signal, ticket }: Call,
  requests: Requests,
  bodies: BodyLoader,
): void {
  hideOwnFramesInText(error);
  const outcome = isAbort(error, signal) ? unanswered(null, true) : unanswered(describe(error));
  requests.finish(underWay, outcome);
  if (ticket) bodies.answered(ticket, outcome, null);
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
