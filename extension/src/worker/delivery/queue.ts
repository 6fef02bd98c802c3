// The queue of parcels to the server, in order of arrival, bounded; the oldest are dropped first.
import type { Parcel } from "../../shared/messages.js";

const MAX_QUEUE_BATCHES = 2_000; // batches the worker keeps until the server has them
const QUEUE_CHARS = 8 * 1024 * 1024; // storage.session holds 10 MB

export interface Entry {
  tabId: number;
  parcel: Parcel;
  /** Its place in storage.session, once a copy was written there. */
  order?: number;
  /** Whether its current state is saved in storage.session. */
  isSaved: boolean;
  /** Whether it was sent; the server may have it, regardless of the response. */
  isTried: boolean;
  /** Tells the content script to drop its copy; set until the parcel is saved, acknowledged or dropped. */
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

  constructor(private readonly bounds: Bounds = { batches: MAX_QUEUE_BATCHES, chars: QUEUE_CHARS }) {}

  get batches(): number {
    return this.entries.size;
  }

  /** The number of events in all parcels. */
  get events(): number {
    return this.waiting;
  }

  /** Appends a parcel and returns the evicted ones. For a parcel that is already queued, only its owner changes. */
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

  /** Sent parcels may have arrived, so they do not count as lost; the newest is always kept. */
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
