// Records every resource the page loads, from the browser's own timing; fetch and XHR get theirs joined.
import { isOwnRequest } from "../isOwnRequest.js";
import { method } from "../natives.js";
import type { Emit } from "../outbox.js";
import type { Hooks, Undo } from "../patch.js";
import { type Requests, tenths } from "../requests.js";
import { quote } from "../serialise.js";
import { isoAtElapsed, nextId, pageUrlJson, urlJson } from "../stamp.js";

const { PerformanceObserver, PerformanceResourceTiming, PerformanceObserverEntryList } = globalThis;
const entriesOf = method<PerformanceEntry[]>(PerformanceObserverEntryList?.prototype, "getEntries");
const takeRecords = method<PerformanceEntry[]>(PerformanceObserver?.prototype, "takeRecords");
const observe = method<void>(PerformanceObserver?.prototype, "observe") as (
  observer: PerformanceObserver,
  options: PerformanceObserverInit,
) => void;
const disconnect = method<void>(PerformanceObserver?.prototype, "disconnect");
/** All fields in one native call, as plain data. */
const fieldsOf = method<Fields>(PerformanceResourceTiming?.prototype, "toJSON");

type Fields = Record<TimingKey, number> & { name: string; initiatorType: string; deliveryType?: string };
type TimingKey =
  | "startTime"
  | "duration"
  | "domainLookupStart"
  | "domainLookupEnd"
  | "connectStart"
  | "connectEnd"
  | "secureConnectionStart"
  | "requestStart"
  | "responseStart"
  | "responseEnd"
  | "transferSize"
  | "encodedBodySize"
  | "decodedBodySize"
  | "responseStatus";

const TYPES = ["resource", "navigation"];
/** The browser tells of the page's own load twice: when it begins and when it is complete. */
const NAVIGATION_ID = nextId();

/** `isFirst`: what happened before counts too. Returns the reading of what is still on its way, and the undo. */
export function recordWaterfall(
  emit: Emit,
  hooks: Hooks,
  requests: Requests,
  isFirst: boolean,
): { flush: () => void; undo: Undo } {
  if (!PerformanceObserver) return { flush: () => {}, undo: hooks.undo };
  const read = hooks.guard((entries: readonly PerformanceEntry[]) => {
    for (let i = 0; i < entries.length; i++) record(fieldsOf(entries[i]), emit, requests);
  });
  const observers: PerformanceObserver[] = [];
  for (let i = 0; i < TYPES.length; i++) {
    const observer = new PerformanceObserver((list) => void read(entriesOf(list)));
    observe(observer, { type: TYPES[i] as string, buffered: isFirst });
    hooks.onUndo(() => disconnect(observer));
    observers[i] = observer;
  }
  const flush = () => {
    for (let i = 0; i < observers.length; i++) read(takeRecords(observers[i]));
  };
  return { flush, undo: hooks.undo };
}

function record(fields: Fields, emit: Emit, requests: Requests): void {
  const { name, initiatorType, startTime } = fields;
  if (isOwnRequest(name)) return;
  const isCall = initiatorType === "fetch" || initiatorType === "xmlhttprequest";
  if (isCall && requests.join(name, startTime, sizesAndPhases(fields))) return;
  const id = initiatorType === "navigation" ? NAVIGATION_ID : nextId();
  const head = `{"id":"${id}","ts":"${isoAtElapsed(startTime)}","url":${urlJson(name)}`;
  const rest = `,"initiator":${quote(initiatorType)},"start":${tenths(startTime)},"duration":${tenths(fields.duration)}`;
  emit(
    "network",
    `${head}${knownFields(fields)}${rest},"pageUrl":${pageUrlJson()}${sizesAndPhases(fields)}}`,
  );
}

/** A beacon is always a POST; a status of 0 means that the browser does not tell. */
function knownFields({ initiatorType, responseStatus }: Fields): string {
  const method = initiatorType === "beacon" ? ',"method":"POST"' : "";
  return responseStatus ? `${method},"status":${responseStatus}` : method;
}

/** Of another origin that does not allow it, the browser tells neither sizes nor phases: all are 0. */
function sizesAndPhases(fields: Fields): string {
  if (!fields.responseStart) return "";
  const { transferSize, decodedBodySize, deliveryType } = fields;
  const isCached = deliveryType === "cache" || (transferSize === 0 && decodedBodySize > 0);
  const sizes = `,"transferSize":${transferSize},"decodedSize":${decodedBodySize},"cached":${isCached}`;
  return `${sizes},"phases":${phases(fields)}`;
}

function phases(of: Fields): string {
  const dns = tenths(of.domainLookupEnd - of.domainLookupStart);
  const connect = tenths(of.connectEnd - of.connectStart);
  const tls = of.secureConnectionStart ? tenths(of.connectEnd - of.secureConnectionStart) : 0;
  const wait = tenths(of.responseStart - of.requestStart);
  const receive = tenths(of.responseEnd - of.responseStart);
  return `{"dns":${dns},"connect":${connect},"tls":${tls},"wait":${wait},"receive":${receive}}`;
}
