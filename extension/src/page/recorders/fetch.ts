// Records fetch: each request's timing, and those that fail. The page gets its response at once.
import { isOwnRequest } from "../isOwnRequest.js";
import { methodName } from "../methodName.js";
import { getter, promiseThen, urlText } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { readBeginning } from "../readBeginning.js";
import { readOption, readText, textOf } from "../readSafely.js";
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
const responseUrl = getter<string>(Response?.prototype, "url");

interface Call {
  request: PendingRequest;
  signal: unknown;
}

export function recordFetch(hooks: Hooks, requests: Requests): Undo {
  hooks.patch(window, "fetch", {
    before: (_, args) => begin(requests, args[0], args[1]),
    after: (promise, call) => call && follow(promise as Promise<Response>, call as Call, hooks, requests),
  });
  return hooks.undo;
}

function begin(requests: Requests, input: unknown, init: unknown): Call | undefined {
  const asked = read(input);
  const url = absoluteUrl(asked.url);
  if (isOwnRequest(url)) return undefined;
  const method = methodName(readOption(init, "method") ?? asked.method);
  return {
    request: requests.begin(method, url, "fetch"),
    signal: readOption(init, "signal") ?? asked.signal,
  };
}

interface Asked {
  url: string;
  method: string;
  signal?: unknown;
}

/** What the first argument of fetch says. */
function read(input: unknown): Asked {
  if (typeof input === "string") return { url: input, method: "GET" };
  // The natives throw for what is not theirs.
  try {
    return { url: requestUrl(input), method: requestMethod(input), signal: requestSignal(input) };
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

function recordResponse(response: Response, { request }: Call, hooks: Hooks, requests: Requests): void {
  const outcome: Outcome = { status: statusOf(response), statusText: statusTextOf(response) };
  if (isRedirected(response)) outcome.redirectedTo = responseUrl(response);
  const failure = requests.finish(request, outcome);
  if (failure) readBeginning(response, hooks, (text) => requests.addResponse(failure, text));
}

function recordError(error: unknown, { request, signal }: Call, requests: Requests): void {
  hideOwnFramesInText(error);
  const isAborted = isAbort(error, signal);
  requests.finish(request, isAborted ? { status: 0, isAborted } : { status: 0, error: describe(error) });
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
