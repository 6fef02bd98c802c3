// Stand-ins for the browser's storage and for parcels.
import type { Parcel } from "../../src/shared/messages.js";
import type { Entry } from "../../src/worker/delivery/queue.js";

/** A storage area in memory; `failing` makes every write fail as a full storage does. */
export class FakeArea {
  data: Record<string, unknown> = {};
  writes = 0;
  failing = false;

  async get(keys: string | string[] | null): Promise<Record<string, unknown>> {
    if (keys === null) return structuredClone(this.data);
    const wanted = Array.isArray(keys) ? keys : [keys];
    return Object.fromEntries(wanted.filter((key) => key in this.data).map((key) => [key, this.data[key]]));
  }

  async set(items: Record<string, unknown>): Promise<void> {
    if (this.failing) throw new Error("Session storage quota bytes exceeded.");
    this.writes += 1;
    Object.assign(this.data, structuredClone(items));
  }

  async remove(keys: string | string[]): Promise<void> {
    for (const key of [keys].flat()) delete this.data[key];
  }

  asArea(): chrome.storage.StorageArea {
    return this as unknown as chrome.storage.StorageArea;
  }
}

export function parcel(seq: number, more: Partial<Parcel> = {}): Parcel {
  return { stream: "logs", events: '{"type":"console"}', count: 1, errors: 0, client: "doc", seq, ...more };
}

export function entry(seq: number, more: Partial<Parcel> = {}, release: (() => void) | null = null): Entry {
  return { tabId: 7, parcel: parcel(seq, more), isSaved: false, isTried: false, release };
}
