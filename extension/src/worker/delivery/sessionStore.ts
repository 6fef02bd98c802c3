// Data in storage.session that outlives the worker: undelivered parcels and counts, always written together.
import type { Parcel } from "../../shared/messages.js";
import type { ErrorCount } from "../errorCounts.js";
import type { DropTotals } from "./dropCounts.js";
import { type Entry, keyOf } from "./queue.js";

const PREFIX = "parcel/";
const COUNTS = "counts";

interface StoredParcel {
  order: number;
  tabId: number;
  parcel: Parcel;
}

export interface Counts extends DropTotals {
  tabs: [number, ErrorCount][];
  /** Parcels that are counted as dropped: their copies, here or in a page, are not to be delivered. */
  droppedKeys: string[];
}

export interface Saved {
  entries: Entry[];
  counts: Counts | undefined;
}

export class SessionStore {
  private order = 0;

  constructor(private readonly area: chrome.storage.StorageArea) {}

  /** The earlier worker's parcels, in order. */
  async load(): Promise<Saved> {
    const all = await this.area.get(null);
    const counts = all[COUNTS] as Counts | undefined;
    const dropped = new Set(counts?.droppedKeys ?? []);
    const parcels = Object.entries(all)
      .filter(([key]) => key.startsWith(PREFIX) && !dropped.has(key.slice(PREFIX.length)))
      .map(([, value]) => value as StoredParcel)
      .sort((a, b) => a.order - b.order);
    this.order = (parcels.at(-1)?.order ?? 0) + 1;
    await this.remove([...dropped]);
    return { entries: parcels.map(restoredEntry), counts };
  }

  /** One write, so that counts and parcels stay consistent. False if the storage is full. */
  async save(entries: readonly Entry[], counts: Counts): Promise<boolean> {
    const parcels = entries.map((entry) => [PREFIX + keyOf(entry.parcel), this.stored(entry)]);
    try {
      await this.area.set({ ...Object.fromEntries(parcels), [COUNTS]: counts });
      return true;
    } catch {
      return false;
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.area.remove(keys.map((key) => PREFIX + key));
  }

  /** A replaced copy keeps its position. */
  private stored(entry: Entry): StoredParcel {
    entry.order ??= this.order++;
    return { order: entry.order, tabId: entry.tabId, parcel: entry.parcel };
  }
}

function restoredEntry({ order, tabId, parcel }: StoredParcel): Entry {
  return { tabId, parcel, order, isSaved: true, isTried: false, release: null };
}
