// Checks what a content script passes on from its page, of which the page's world wrote the events: the text must be a
// list of events, and what says where they come from is this side's to say.
import { STREAMS, type StreamName } from "../../generated/wire.js";
import type { Parcel } from "../../shared/messages.js";

type Fields = Record<string, unknown>;

/** The frame as the browser knows it. */
export interface Frame {
  origin: string;
  url: string;
}

/** The field of each stream that names the page; `url` of a request and of a WebSocket is its target. */
const ADDRESS_OF: { [Name in StreamName]?: "url" | "pageUrl" } = {
  logs: "url",
  network: "pageUrl",
  network_bodies: "pageUrl",
  actions: "url",
};

/** Found out by the worker or the server, never by a page. */
const NOT_OF_PAGES = ["tabId", "_screenshot", "_sourceSnippets", "_aiContext", "_untrustedFrame"];

/** The parcel as it may go on; null if it is not one. */
export function checkedParcel(parcel: Parcel, frame: Frame): Parcel | null {
  if (!isParcel(parcel)) return null;
  const events = parse(parcel.events);
  if (events === null || events.length !== parcel.count) return null;
  const changed = events.filter((event) => correct(event, parcel.stream, frame));
  if (changed.length === 0) return parcel;
  return { ...parcel, events: events.map((event) => JSON.stringify(event)).join(",") };
}

function isParcel(parcel: Parcel): boolean {
  return (
    Object.hasOwn(STREAMS, parcel.stream) &&
    typeof parcel.events === "string" &&
    typeof parcel.client === "string" &&
    Number.isSafeInteger(parcel.seq) &&
    Number.isSafeInteger(parcel.count) &&
    Number.isSafeInteger(parcel.errors)
  );
}

function parse(events: string): Fields[] | null {
  try {
    const list = JSON.parse(`[${events}]`) as unknown[];
    return list.every(isObject) ? list : null;
  } catch {
    return null;
  }
}

/** Returns whether anything had to change. */
function correct(event: Fields, stream: StreamName, frame: Frame): boolean {
  const foreign = NOT_OF_PAGES.filter((name) => Object.hasOwn(event, name));
  for (const name of foreign) delete event[name];
  const name = stream === "logs" && event.type === "network" ? "pageUrl" : ADDRESS_OF[stream];
  if (name === undefined || !Object.hasOwn(event, name) || isOwnAddress(event[name], frame)) {
    return foreign.length > 0;
  }
  event[name] = frame.url;
  return true;
}

/** A single-page application changes its path at any time, its origin never. */
function isOwnAddress(address: unknown, { origin, url }: Frame): boolean {
  if (typeof address !== "string") return false;
  if (withoutHash(address) === withoutHash(url)) return true;
  try {
    return origin !== "null" && new URL(address).origin === origin;
  } catch {
    return false;
  }
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, "");
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
