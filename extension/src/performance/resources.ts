// Resources since a point in time: counts and sizes by type, the slowest and the largest.

import { MAX_SLOWEST_REQUESTS, MAX_SNAPSHOT_RESOURCES, URL_CHARS } from "../generated/limits.js";
import type { NetworkTotals, Resource } from "../generated/wire.js";

export type ResourceType = NonNullable<Resource["type"]>;

const BY_INITIATOR: Readonly<Record<string, ResourceType>> = {
  script: "script",
  css: "style",
  img: "image",
  image: "image",
  input: "image",
  fetch: "fetch",
  xmlhttprequest: "fetch",
  beacon: "fetch",
};

/** A style sheet loads fonts and images, a link loads anything: the name says more than who asked. */
const BY_EXTENSION: Readonly<Record<string, ResourceType>> = {
  js: "script",
  mjs: "script",
  css: "style",
  png: "image",
  jpg: "image",
  jpeg: "image",
  gif: "image",
  svg: "image",
  webp: "image",
  avif: "image",
  ico: "image",
  woff: "font",
  woff2: "font",
  ttf: "font",
  otf: "font",
};

const PENDING_RESOURCES = 100;

export class ResourceTotals {
  private requestCount = 0;
  private transferSize = 0;
  private decodedSize = 0;
  private readonly byType: { [Type in ResourceType]?: { count: number; size: number } } = {};
  private slowest: Resource[] = [];
  private largest: Resource[] = [];
  /** Not looked at yet: most of the cost is the first look at each, and most are never asked for. */
  private pending: PerformanceResourceTiming[] = [];

  /** Counts it on the next request for totals, or when many have come. */
  addLater(entry: PerformanceResourceTiming): void {
    if (this.pending.push(entry) >= PENDING_RESOURCES) this.addPending();
  }

  add(entry: PerformanceResourceTiming, type: ResourceType = typeOf(entry)): void {
    const { name, transferSize, decodedBodySize } = entry;
    this.requestCount++;
    this.transferSize += transferSize;
    this.decodedSize += decodedBodySize;
    const total = this.byType[type] ?? { count: 0, size: 0 };
    this.byType[type] = total;
    total.count++;
    total.size += transferSize;
    const resource = { url: name.slice(0, URL_CHARS), type, duration: requestMs(entry), size: transferSize };
    this.slowest = top(this.slowest, resource, MAX_SLOWEST_REQUESTS, (one) => one.duration ?? 0);
    this.largest = top(this.largest, resource, MAX_SNAPSHOT_RESOURCES, (one) => one.size ?? 0);
  }

  totals(): NetworkTotals {
    this.addPending();
    const { requestCount, transferSize, decodedSize, byType, slowest } = this;
    return { requestCount, transferSize, decodedSize, byType, slowestRequests: slowest };
  }

  resources(): Resource[] {
    this.addPending();
    return this.largest;
  }

  private addPending(): void {
    for (const entry of this.pending.splice(0)) this.add(entry);
  }
}

/** Not `duration`: a document's goes on until its load is over, and would be the slowest request of every page. */
function requestMs({ startTime, responseEnd }: PerformanceResourceTiming): number {
  return Math.max(0, responseEnd - startTime);
}

function top(list: Resource[], one: Resource, count: number, by: (one: Resource) => number): Resource[] {
  const last = list.at(-1);
  if (list.length >= count && last !== undefined && by(one) <= by(last)) return list;
  return [...list, one].sort((a, b) => by(b) - by(a)).slice(0, count);
}

export function typeOf({ name, initiatorType }: PerformanceResourceTiming): ResourceType {
  const asked = BY_INITIATOR[initiatorType];
  if (asked === "fetch" || asked === "script") return asked;
  const extension = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(name.slice(0, URL_CHARS))?.[1]?.toLowerCase() ?? "";
  return BY_EXTENSION[extension] ?? asked ?? "other";
}
