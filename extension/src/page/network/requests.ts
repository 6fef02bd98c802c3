// The requests of fetch and XHR on their way into the waterfall, and into the log when they fail.

import { CLOCK_SLACK_MS, URL_CHARS } from "../../generated/limits.js";
import { contextField } from "../core/annotations.js";
import { createCallSites } from "../core/callSites.js";
import {
  append,
  elapsed,
  indexOf,
  itemAt,
  mapDelete,
  mapEntries,
  mapGet,
  mapSet,
  NativeMap,
  nextOfMap,
  removeAt,
  round,
  setTimer,
  slice,
} from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import { BATCH_DELAY_MS } from "../core/outbox.js";
import { quote } from "../core/quote.js";
import type { Group, Repeats } from "../core/repeats.js";
import { MESSAGE_CHARS } from "../core/serialize.js";
import { isoNow, nextId, pageUrlJson, urlJson } from "../core/stamp.js";
import { areFailedResponsesOff } from "./failedResponseSwitch.js";

const FAILED_RESPONSE_CHARS = 5_120; // NET-02
const WATERFALL_PENDING = 500; // requests waiting for their resource timing

export interface PendingRequest {
  id: string;
  url: string;
  method: string;
  /** Its JSON so far: id, time, address and method, without a closing brace. */
  head: string;
  /** Milliseconds after the page's start. */
  startMs: number;
  /** The waterfall entry's JSON without its closing brace. */
  entry: string;
  isFinished: boolean;
  isSent: boolean;
  /** Where the page's code made it: a comma and the field, or nothing. */
  callSite: string;
  /** Milliseconds until the answer or the failure. */
  durationMs: number;
  /** Called with the size of the body. */
  onSize: ((bytes: number) => void) | null;
}

export interface Outcome {
  status: number;
  statusText: string;
  /** Why there was no answer, or none that the page can use. */
  error: string | null;
  isAborted: boolean;
  /** Empty if it was not. */
  redirectedTo: string;
}

export function answered(status: number, statusText: string): Outcome {
  return { status, statusText, error: null, isAborted: false, redirectedTo: "" };
}

export function unanswered(error: string | null, isAborted = false): Outcome {
  return { status: 0, statusText: "", error, isAborted, redirectedTo: "" };
}

export interface Requests {
  /** Where the page's code is. */
  callSite: () => string;
  begin: (method: string, url: string, initiator: string) => PendingRequest;
  /** Returns the failed request's entry in the log if it is the first of its kind and the response may be added. */
  finish: (request: PendingRequest, outcome: Outcome) => Group | null;
  /** The page goes away: the browser reports how a fetch ends then, and says nothing about an XMLHttpRequest. */
  leave: () => void;
  /** The beginning of a failed request's answer. */
  addResponse: (group: Group, response: string) => void;
  /** Gives the browser's timing to the request it belongs to; false if there is none. */
  join: (url: string, startMs: number, timing: string, bodyBytes: number) => boolean;
  /** Sends what waits for its timing; that follows as an update. */
  flush: () => void;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createRequests(emit: Emit, repeats: Repeats): Requests {
  const callSite = createCallSites();
  /** Requests that wait for the browser's timing, by address, oldest address first. */
  const pending = new NativeMap<string, PendingRequest[]>();
  let count = 0;
  /** Finished, and worth a short wait: mostly their timing is there at once, and one event serves instead of two. */
  let unsent: PendingRequest[] = [];
  let isTimed = false;

  const send = (request: PendingRequest): void => {
    request.isSent = true;
    emit("network", `${request.entry}}`);
  };

  const flush = (): void => {
    const waiting = unsent;
    unsent = [];
    for (let i = 0; i < waiting.length; i++) {
      const request = waiting[i] as PendingRequest;
      if (!request.isSent) send(request);
    }
  };

  const arm = (): void => {
    if (isTimed) return;
    setTimer(() => {
      isTimed = false;
      flush();
    }, BATCH_DELAY_MS);
    isTimed = true;
  };

  const reportFailure = (request: PendingRequest, outcome: Outcome): Group | null => {
    const { method, url, durationMs } = request;
    let fields = `"type":"network","level":"error","method":${quote(method, URL_CHARS)},"url":${urlJson(url)}`;
    fields += `,"status":${outcome.status},"statusText":${quote(outcome.statusText, URL_CHARS)}`;
    fields += `,"duration":${durationMs},"pageUrl":${pageUrlJson()}${contextField()}${request.callSite}`;
    if (outcome.error) fields += `,"error":${quote(outcome.error, MESSAGE_CHARS)}`;
    return repeats.report(`network ${method} ${outcome.status} ${url}`, fields);
  };

  /** Drops requests that get no timing: data addresses, or a full browser buffer. */
  const forgetOldest = (): void => {
    const oldest = nextOfMap(mapEntries(pending));
    if (oldest.done) return;
    count -= oldest.value[1].length;
    mapDelete(pending, oldest.value[0]);
  };

  const keep = (request: PendingRequest): void => {
    const url = withoutHash(request.url);
    const same = mapGet(pending, url);
    if (same) append(same, request);
    else mapSet(pending, url, [request]);
    if (++count > WATERFALL_PENDING) forgetOldest();
  };

  /** The last one that began before the browser did. */
  const take = (url: string, startMs: number): PendingRequest | undefined => {
    const same = mapGet(pending, url);
    if (same === undefined) return undefined;
    let at = same.length - 1;
    while (at > 0 && (itemAt(same, at) as PendingRequest).startMs > startMs + CLOCK_SLACK_MS) at--;
    const request = itemAt(same, at);
    removeAt(same, at);
    count--;
    if (same.length === 0) mapDelete(pending, url);
    return request;
  };

  const finish = (request: PendingRequest, outcome: Outcome): Group | null => {
    // The page was left and came back.
    if (request.isFinished) return null;
    request.durationMs = tenths(elapsed() - request.startMs);
    request.isFinished = true;
    request.entry += `,"status":${outcome.status},"duration":${request.durationMs}`;
    if (outcome.isAborted) request.entry += ',"aborted":true';
    if (outcome.redirectedTo) request.entry += `,"redirectedTo":${urlJson(outcome.redirectedTo)}`;
    append(unsent, request);
    arm();
    if (!isFailure(outcome)) return null;
    const group = reportFailure(request, outcome);
    return areFailedResponsesOff() ? null : group;
  };

  return {
    callSite,
    begin: (method, url, initiator) => {
      const startMs = elapsed();
      const calledFrom = callSite();
      const id = nextId();
      const head = `{"id":"${id}","ts":"${isoNow()}","url":${urlJson(url)},"method":${quote(method, URL_CHARS)}`;
      const entry = `${head},"initiator":"${initiator}","start":${tenths(startMs)},"pageUrl":${pageUrlJson()}${calledFrom}`;
      const request: PendingRequest = {
        id,
        url,
        method,
        head,
        startMs,
        entry,
        callSite: calledFrom,
        durationMs: 0,
        isFinished: false,
        isSent: false,
        onSize: null,
      };
      keep(request);
      return request;
    },
    finish,
    leave: () => {
      const entries = mapEntries(pending);
      for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) {
        const same = next.value[1];
        for (let i = 0; i < same.length; i++) {
          finish(same[i] as PendingRequest, unanswered(null, true));
        }
      }
    },
    addResponse: (group, response) => {
      if (response !== "") repeats.extend(group, `,"response":${quote(response, FAILED_RESPONSE_CHARS)}`);
    },
    join: (url, startMs, timing, bodyBytes) => {
      const request = take(withoutHash(url), startMs);
      if (request === undefined) return false;
      request.entry += timing;
      if (bodyBytes > 0) request.onSize?.(bodyBytes);
      // An unfinished one goes out with its status, and the timing then is in the same entry.
      if (request.isFinished) send(request);
      return true;
    },
    flush,
  };
}

function isFailure({ status, error, isAborted }: Outcome): boolean {
  return !isAborted && (status >= 400 || error !== null);
}

/** The browser's timing has the address without the fragment; long ones are compared by their beginning. */
function withoutHash(url: string): string {
  const hash = indexOf(url, "#");
  return slice(url, 0, hash < 0 || hash > URL_CHARS ? URL_CHARS : hash);
}

/** Milliseconds with one digit after the point: the clock has no more to say. */
export function tenths(ms: number): number {
  return round(ms * 10) / 10;
}
