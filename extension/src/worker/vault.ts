// The queue's copy in storage.session: what the server has not acknowledged outlives the worker.
import type { Parcel } from "../shared/messages.js";
import { type Entry, keyOf } from "./queue.js";

const PREFIX = "parcel/";

interface Kept {
  order: number;
  tabId: number;
  parcel: Parcel;
}

export class Vault {
  private order = 0;
  private loading: Promise<Entry[]> | null = null;

  constructor(private readonly area: chrome.storage.StorageArea) {}

  /** What an earlier worker had not delivered, in its order. */
  load(): Promise<Entry[]> {
    this.loading ??= this.read();
    return this.loading;
  }

  /** Says whether the entries are safe now; not so when the storage is full. */
  async store(entries: Entry[]): Promise<boolean> {
    // The order goes on where the earlier worker's ended.
    await this.loading;
    const kept = entries.map(({ tabId, parcel }) => [PREFIX + keyOf(parcel), this.keep(tabId, parcel)]);
    try {
      await this.area.set(Object.fromEntries(kept));
      return true;
    } catch {
      // Over quota: the content scripts keep their copies until the server has them, so nothing is lost.
      return false;
    }
  }

  async forget(entries: Entry[]): Promise<void> {
    await this.area.remove(entries.map(({ parcel }) => PREFIX + keyOf(parcel)));
  }

  private async read(): Promise<Entry[]> {
    const all = await this.area.get(null);
    const kept = Object.entries(all)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([, value]) => value as Kept)
      .sort((a, b) => a.order - b.order);
    this.order = (kept.at(-1)?.order ?? 0) + 1;
    return kept.map(({ tabId, parcel }) => ({ tabId, parcel, stored: true, sending: false, release: null }));
  }

  private keep(tabId: number, parcel: Parcel): Kept {
    return { order: this.order++, tabId, parcel };
  }
}
