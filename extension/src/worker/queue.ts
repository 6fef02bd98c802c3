// Parcels between the page and the server, in order of arrival, bounded; the oldest go first.
import { QUEUE_BATCHES, QUEUE_CHARS } from "../generated/limits.js";
import type { Parcel } from "../shared/messages.js";

export interface Entry {
  tabId: number;
  parcel: Parcel;
  /** Its place in storage.session, once a copy was written there. */
  order?: number;
  /** It is in storage.session as it is now, and outlives this worker. */
  isSaved: boolean;
  /** It was sent: the server may have it, whatever the answer was. */
  isTried: boolean;
  /** Tells the content script to let go; set until the parcel is saved, acknowledged or dropped. */
  release: (() => void) | null;
}

export interface Bounds {
  batches: number;
  chars: number;
}

export function keyOf(parcel: Parcel): string {
  return `${parcel.client}/${parcel.seq}`;
}

export class Queue {
  private readonly entries = new Map<string, Entry>();
  private chars = 0;
  private waiting = 0;

  constructor(private readonly bounds: Bounds = { batches: QUEUE_BATCHES, chars: QUEUE_CHARS }) {}

  get batches(): number {
    return this.entries.size;
  }

  /** How many events wait in all parcels together. */
  get events(): number {
    return this.waiting;
  }

  /** Appends a parcel and returns what had to go for it. A parcel that is here already only changes hands. */
  add(entry: Entry): Entry[] {
    const known = this.entries.get(keyOf(entry.parcel));
    if (known !== undefined) {
      handOver(known, entry.release);
      return [];
    }
    this.insert(entry);
    return this.evict();
  }

  /** What an earlier worker left behind, before anything else arrives; returns what there is no room for. */
  restore(earlier: Entry[]): Entry[] {
    for (const entry of earlier) this.insert(entry);
    const first = this.first();
    // Parcels are sent one by one, in order: if the earlier worker had sent any of these, then this one.
    if (first !== undefined) first.isTried = true;
    return this.evict();
  }

  first(): Entry | undefined {
    return this.entries.values().next().value;
  }

  all(): Entry[] {
    return [...this.entries.values()];
  }

  hasKey(key: string): boolean {
    return this.entries.has(key);
  }

  has(entry: Entry): boolean {
    return this.entries.get(keyOf(entry.parcel)) === entry;
  }

  remove(entry: Entry): void {
    if (!this.has(entry)) return;
    this.entries.delete(keyOf(entry.parcel));
    this.chars -= entry.parcel.events.length;
    this.waiting -= entry.parcel.count;
  }

  private insert(entry: Entry): void {
    this.entries.set(keyOf(entry.parcel), entry);
    this.chars += entry.parcel.events.length;
    this.waiting += entry.parcel.count;
  }

  /** What was sent may have arrived, so it is not counted as lost; the newest always stays. */
  private evict(): Entry[] {
    const gone: Entry[] = [];
    if (!this.isOverfull()) return gone;
    for (const entry of this.all().slice(0, -1)) {
      if (!this.isOverfull()) break;
      if (entry.isTried) continue;
      this.remove(entry);
      gone.push(entry);
    }
    return gone;
  }

  private isOverfull(): boolean {
    return this.entries.size > this.bounds.batches || this.chars > this.bounds.chars;
  }
}

function handOver(entry: Entry, release: (() => void) | null): void {
  if (entry.isSaved) release?.();
  else entry.release = release;
}

/** Calls the content script's release once. */
export function release(entry: Entry): void {
  entry.release?.();
  entry.release = null;
}
