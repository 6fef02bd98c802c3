// Parcels between the page and the server, in order of arrival, bounded; the oldest go first.
import { QUEUE_BATCHES, QUEUE_CHARS } from "../generated/limits.js";
import type { Parcel } from "../shared/messages.js";

export interface Entry {
  tabId: number;
  parcel: Parcel;
  /** It is in storage.session and outlives this worker. */
  stored: boolean;
  /** A request with it is under way. */
  sending: boolean;
  /** Tells the content script to let go; set until the parcel is stored, acknowledged or dropped. */
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
  private entries = new Map<string, Entry>();
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

  /** Puts what an earlier worker left behind in front of what has arrived since. */
  restore(earlier: Entry[]): Entry[] {
    const since = [...this.entries.values()];
    this.entries = new Map();
    this.chars = 0;
    this.waiting = 0;
    for (const entry of earlier) this.insert(entry);
    for (const entry of since) this.add(entry);
    return this.evict();
  }

  first(): Entry | undefined {
    return this.entries.values().next().value;
  }

  all(): Entry[] {
    return [...this.entries.values()];
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

  /** What is under way may have arrived already, so it is not counted as lost; the newest always stays. */
  private evict(): Entry[] {
    const gone: Entry[] = [];
    if (!this.isOverfull()) return gone;
    for (const entry of this.all().slice(0, -1)) {
      if (!this.isOverfull()) break;
      if (entry.sending) continue;
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
  if (entry.stored) release?.();
  else entry.release = release;
}

/** Calls the content script's release once. */
export function release(entry: Entry): void {
  entry.release?.();
  entry.release = null;
}
