// Records every resource the page loads, from the browser's own timing; fetch and XHR get theirs joined.
import { isOwnRequest } from "../isOwnRequest.js";
import { append, getter, method } from "../natives.js";
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
/** Getter by getter: the browser's own toJSON takes six times as long. */
const ENTRY_FIELDS = ["name", "startTime", "duration"] as const;
const RESOURCE_FIELDS = [
  "initiatorType",
  "deliveryType",
  "domainLookupStart",
  "domainLookupEnd",
  "connectStart",
  "connectEnd",
  "secureConnectionStart",
  "requestStart",
  "responseStart",
  "responseEnd",
  "transferSize",
  "decodedBodySize",
  "responseStatus",
] as const;
type Field = (typeof ENTRY_FIELDS)[number] | (typeof RESOURCE_FIELDS)[number];
type TextField = "name" | "initiatorType" | "deliveryType";
type Fields = Record<TextField, string> & Record<Exclude<Field, TextField>, number>;

const READERS: Reader[] = [
  ...ENTRY_FIELDS.map((field) => reader(field, globalThis.PerformanceEntry?.prototype)),
  ...RESOURCE_FIELDS.map((field) => reader(field, PerformanceResourceTiming?.prototype)),
];

interface Reader {
  field: Field;
  read: (entry: unknown) => unknown;
}

function reader(field: Field, prototype: object | undefined): Reader {
  return { field, read: getter<unknown>(prototype, field) };
}

function fieldsOf(entry: unknown): Fields {
  const fields = { __proto__: null } as unknown as Record<Field, unknown>;
  for (let i = 0; i < READERS.length; i++) {
    const { field, read } = READERS[i] as Reader;
    fields[field] = read(entry);
  }
  return fields as Fields;
}

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
    append(observers, observer);
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
  const timing = sizesAndPhases(fields);
  if (isCall && requests.join(name, startTime, timing, fields.decodedBodySize)) return;
  const id = initiatorType === "navigation" ? NAVIGATION_ID : nextId();
  const head = `{"id":"${id}","ts":"${isoAtElapsed(startTime)}","url":${urlJson(name)}`;
  const rest = `,"initiator":${quote(initiatorType)},"start":${tenths(startTime)},"duration":${tenths(fields.duration)}`;
  emit("network", `${head}${knownFields(fields)}${rest},"pageUrl":${pageUrlJson()}${timing}}`);
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
