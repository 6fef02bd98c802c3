// Records every resource the page loads, from the browser's own timing; fetch and XHR get theirs joined.

import { isOwnRequest } from "../core/isOwnRequest.js";
import { getter, method } from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks, Undo } from "../core/patch.js";
import { quote } from "../core/quote.js";
import { isoAtElapsed, nextId, pageUrlJson, urlJson } from "../core/stamp.js";
import type { Callers } from "./recordCallers.js";
import { type Requests, tenths } from "./requests.js";

const { PerformanceEntry, PerformanceObserver, PerformanceResourceTiming, PerformanceObserverEntryList } =
  globalThis;
const entriesOf = method<PerformanceEntry[]>(PerformanceObserverEntryList, "getEntries");
const takeRecords = method<PerformanceEntry[]>(PerformanceObserver, "takeRecords");
const observe = method<void>(PerformanceObserver, "observe") as (
  observer: PerformanceObserver,
  options: PerformanceObserverInit,
) => void;
const disconnect = method<void>(PerformanceObserver, "disconnect");
/** Getter by getter: the browser's own toJSON takes six times as long. */
const nameOf = getter<string>(PerformanceEntry, "name");
const startTime = getter<number>(PerformanceEntry, "startTime");
const durationOf = getter<number>(PerformanceEntry, "duration");
const initiatorType = field<string>("initiatorType");
const deliveryType = field<string>("deliveryType");
const domainLookupStart = field<number>("domainLookupStart");
const domainLookupEnd = field<number>("domainLookupEnd");
const connectStart = field<number>("connectStart");
const connectEnd = field<number>("connectEnd");
const secureConnectionStart = field<number>("secureConnectionStart");
const requestStart = field<number>("requestStart");
const responseStart = field<number>("responseStart");
const responseEnd = field<number>("responseEnd");
const transferSize = field<number>("transferSize");
const decodedBodySize = field<number>("decodedBodySize");
const responseStatus = field<number>("responseStatus");

function field<T>(name: string): (entry: unknown) => T {
  return getter<T>(PerformanceResourceTiming?.prototype, name);
}

/** The browser reports the page's own load twice: when it begins and when it is complete. */
const NAVIGATION_ID = nextId();

/** `isFirst`: what happened before counts too. Returns the reading of what is still on its way, and the undo. */
export function recordWaterfall(
  emit: Emit,
  hooks: Hooks,
  requests: Requests,
  callers: Callers,
  isFirst: boolean,
): { flush: () => void; undo: Undo } {
  if (!PerformanceObserver) return { flush: () => {}, undo: hooks.undo };
  const read = hooks.guard((entries: readonly PerformanceEntry[]) => {
    for (let i = 0; i < entries.length; i++) record(entries[i] as PerformanceEntry, emit, requests, callers);
  });
  const observer = new PerformanceObserver((list) => void read(entriesOf(list)));
  const watch = (type: string) => {
    const options = { __proto__: null, type, buffered: isFirst };
    observe(observer, options);
  };
  watch("resource");
  watch("navigation");
  hooks.onUndo(() => disconnect(observer));
  return { flush: () => void read(takeRecords(observer)), undo: hooks.undo };
}

function record(entry: PerformanceEntry, emit: Emit, requests: Requests, callers: Callers): void {
  const name = nameOf(entry);
  if (isOwnRequest(name)) return;
  const initiator = initiatorType(entry);
  const start = startTime(entry);
  const isCall = initiator === "fetch" || initiator === "xmlhttprequest";
  const timing = sizesAndPhases(entry);
  if (isCall && requests.join(name, start, timing, decodedBodySize(entry))) return;
  const id = initiator === "navigation" ? NAVIGATION_ID : nextId();
  const head = `{"id":"${id}","ts":"${isoAtElapsed(start)}","url":${urlJson(name)}`;
  const rest = `,"initiator":${quote(initiator)},"start":${tenths(start)},"duration":${tenths(durationOf(entry))}`;
  const known = knownFields(initiator, responseStatus(entry));
  const callSite = isCall ? "" : callers.take(name);
  emit("network", `${head}${known}${rest},"pageUrl":${pageUrlJson()}${timing}${callSite}}`);
}

/** A beacon is always a POST; a status of 0 means that the browser does not tell. */
function knownFields(initiator: string, status: number): string {
  const method = initiator === "beacon" ? ',"method":"POST"' : "";
  return status ? `${method},"status":${status}` : method;
}

/** For another origin that does not allow timing, the browser reports all sizes and phases as 0. */
function sizesAndPhases(entry: PerformanceEntry): string {
  if (!responseStart(entry)) return "";
  const transferred = transferSize(entry);
  const decoded = decodedBodySize(entry);
  const isCached = deliveryType(entry) === "cache" || (transferred === 0 && decoded > 0);
  const sizes = `,"transferSize":${transferred},"decodedSize":${decoded},"cached":${isCached}`;
  return `${sizes},"phases":${phases(entry)}`;
}

function phases(entry: PerformanceEntry): string {
  const connected = connectEnd(entry);
  const secured = secureConnectionStart(entry);
  const answered = responseStart(entry);
  const dns = tenths(domainLookupEnd(entry) - domainLookupStart(entry));
  const connect = tenths(connected - connectStart(entry));
  const tls = secured ? tenths(connected - secured) : 0;
  const wait = tenths(answered - requestStart(entry));
  const receive = tenths(responseEnd(entry) - answered);
  return `{"dns":${dns},"connect":${connect},"tls":${tls},"wait":${wait},"receive":${receive}}`;
}
