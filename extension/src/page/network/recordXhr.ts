// Records XMLHttpRequest: each request's timing, and those that fail.

import { isOwnRequest } from "../core/isOwnRequest.js";
import {
  currentTarget,
  eventType,
  getter,
  indexOf,
  itemAt,
  listenTo,
  method,
  slice,
  weakMap,
} from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { textOf } from "../core/readSafely.js";
import type { Group } from "../core/repeats.js";
import { messageOf } from "../core/serialize.js";
import { absoluteUrl } from "../core/stamp.js";
import type { Truncated } from "../core/truncateToBytes.js";
import type { BodyLoader, Ticket } from "./bodyLoader.js";
import type { FailedBodies } from "./failedBodies.js";
import { methodName } from "./methodName.js";
import { notJson } from "./notJson.js";
import { answered, type Outcome, type PendingRequest, type Requests, unanswered } from "./requests.js";
import type { Traces } from "./tracesPart.js";
import { isUnparsedJson, typeOf } from "./xhrBody.js";
import { forgetXhrHeaders, noteXhrHeader, xhrHeaders } from "./xhrHeaders.js";

type Xhr = XMLHttpRequest;

const { prototype } = XMLHttpRequest;
const statusOf = getter<number>(prototype, "status");
const statusTextOf = getter<string>(prototype, "statusText");
const readyStateOf = getter<number>(prototype, "readyState");
const responseUrl = getter<string>(prototype, "responseURL");

const loadedOf = getter<number>(ProgressEvent, "loaded");
const headerLines = method<string>(prototype, "getAllResponseHeaders");

const OPENED = 1;
const DONE = 4;

/** What ends a request: each of these events, and nothing else. */
const ENDINGS = ["load", "error", "abort", "timeout"];

/** One XMLHttpRequest, which a page may open and send again and again. */
interface State {
  method: string;
  url: string;
  underWay: PendingRequest | null;
  ticket: Ticket | null;
}

export function recordXhr(
  hooks: Hooks,
  requests: Requests,
  bodies: BodyLoader,
  failures: FailedBodies,
  traces: Traces,
): Undo {
  const states = weakMap<State>();

  const readFailed = (xhr: Xhr, failure: Group, ticket: Ticket | null, otherwise: () => void): void => {
    const onText = (body: Truncated) => {
      requests.addResponse(failure, body.text);
      if (ticket) bodies.received(ticket, body);
    };
    failures.xhr(xhr, onText, otherwise);
  };

  const finish = (xhr: Xhr, outcome: Outcome): void => {
    const state = states.get(xhr);
    if (!state?.underWay) return;
    const { ticket } = state;
    const failure = requests.finish(state.underWay, outcome);
    state.underWay = state.ticket = null;
    const hasAnswer = outcome.status > 0;
    if (ticket) bodies.answered(ticket, outcome, hasAnswer ? headerLines(xhr) : null);
    if (!hasAnswer) return;
    const record = () => {
      if (ticket) bodies.xhrResponded(ticket, xhr, () => states.get(xhr) === state);
    };
    if (failure) readFailed(xhr, failure, ticket, record);
    else record();
  };

  /** `bytes`: the size of the body, where the event says it. */
  const ended = (xhr: Xhr, ending: string, bytes = 0): void => {
    const state = states.get(xhr);
    if (!state?.underWay) return;
    const outcome = outcomeOf(xhr, ending, state.url);
    if (isUnparsedJson(xhr, outcome.status, bytes)) outcome.error = notJson(typeOf(xhr), false);
    finish(xhr, outcome);
  };

  const onEnding = hooks.guard((event: Event) => {
    const xhr = currentTarget(event) as Xhr;
    // Else a handler that ran before has sent it again, and the event is the last request's.
    if (readyStateOf(xhr) === DONE) ended(xhr, eventType(event), loadedOf(event));
  });

  /** Again while it was under way, or by a handler of the page that runs before ours. */
  const reopened = (xhr: Xhr): void => {
    if (states.get(xhr)?.underWay) ended(xhr, readyStateOf(xhr) === DONE ? "load" : "abort");
  };

  const opened = (xhr: Xhr, args: readonly unknown[]): void => {
    if (states.get(xhr) === undefined) {
      for (let i = 0; i < ENDINGS.length; i++) listenTo(xhr, ENDINGS[i] as string, onEnding);
    }
    states.set(xhr, {
      method: methodName(itemAt(args, 0)),
      url: absoluteUrl(textOf(itemAt(args, 1))),
      underWay: null,
      ticket: null,
    });
    forgetXhrHeaders(xhr);
  };

  const sending = (xhr: Xhr, body: unknown): void => {
    const state = states.get(xhr);
    // Sent twice it throws, and the first one is still under way.
    if (!state || state.underWay || readyStateOf(xhr) !== OPENED || isOwnRequest(state.url)) return;
    state.underWay = requests.begin(state.method, state.url, "xmlhttprequest");
    state.ticket = bodies.begin(state.underWay);
    const headers = xhrHeaders(xhr);
    if (state.ticket) bodies.xhrSent(state.ticket, headers, body);
    traces.part()?.traceXhr(state.underWay, xhr, headers);
  };

  /** A synchronous request is over when `send` returns. */
  const returned = (xhr: Xhr): void => {
    if (readyStateOf(xhr) === DONE) ended(xhr, "load");
  };

  hooks.patch(prototype, "open", {
    __proto__: null,
    beforeCall: (self, args) => {
      reopened(self as Xhr);
      return args;
    },
    afterCall: (_, args, self) => opened(self as Xhr, args as unknown[]),
  });
  hooks.patch(prototype, "setRequestHeader", {
    __proto__: null,
    beforeCall: (_, args) => args,
    afterCall: (_, args, self) =>
      noteXhrHeader(self as Xhr, textOf(itemAt(args as unknown[], 0)), textOf(itemAt(args as unknown[], 1))),
  });
  hooks.patch(prototype, "send", {
    __proto__: null,
    beforeCall: (self, args) => sending(self as Xhr, itemAt(args, 0)),
    afterCall: (_result, _noted, self) => returned(self as Xhr),
    threw: (error, _, self) => finish(self as Xhr, unanswered(messageOf(error))),
  });
  return hooks.undo;
}

function outcomeOf(xhr: Xhr, ending: string, url: string): Outcome {
  switch (ending) {
    case "abort":
      return unanswered(null, true);
    case "error":
      return unanswered("Network error");
    case "timeout":
      return unanswered("Timeout");
    default:
      return answerOf(xhr, url);
  }
}

function answerOf(xhr: Xhr, url: string): Outcome {
  const outcome = answered(statusOf(xhr), statusTextOf(xhr));
  const shown = responseUrl(xhr);
  if (shown !== withoutHash(url)) outcome.redirectedTo = shown;
  return outcome;
}

function withoutHash(url: string): string {
  const hash = indexOf(url, "#");
  return hash < 0 ? url : slice(url, 0, hash);
}
