// Numbers the page's chunks and keeps each until the worker confirms it.
import type { Chunk, Dropped, Parcel } from "../shared/messages.js";

export const MAX_HELD_CHUNKS = 160; // chunks a content script keeps until the worker has them
export const HELD_CHARS = 20 * 1024 * 1024; // JSON characters of these
const MAX_UNSURE_CHUNKS = 10_000; // dropped chunks that the worker may still confirm

export class Parcels {
  private seq = 0;
  private held: Parcel[] = [];
  private heldChars = 0;
  /** Posted and evicted before the acknowledgment; lost only if the port breaks first. Number → the possible loss. */
  private readonly unsure = new Map<number, Dropped>();
  private dropped: Dropped = {};

  /** `isUntrusted`: what all of them carry as `untrustedFrame`. */
  constructor(
    private readonly client: string,
    private readonly isUntrusted = false,
  ) {}

  /** Losses are reported with the first parcel, or wait for the next one. */
  wrap(chunks: readonly Chunk[], dropped: Dropped, early = false): Parcel[] {
    this.count(dropped);
    const parcels = chunks.map((chunk) => this.number(chunk, early));
    this.held.push(...parcels);
    for (const { events } of parcels) this.heldChars += events.length;
    this.shed();
    return parcels;
  }

  release(seq: number): void {
    this.unsure.delete(seq);
    const at = this.held.findIndex((parcel) => parcel.seq === seq);
    if (at >= 0) this.take(at);
  }

  get hasUnacknowledged(): boolean {
    return this.held.length > 0;
  }

  /** In order, for a restarted worker; evicted parcels cannot be resent and count as lost. */
  unacknowledged(): readonly Parcel[] {
    for (const seq of this.unsure.keys()) this.giveUp(seq);
    return this.held;
  }

  private number({ stream, events, count, errors }: Chunk, early: boolean): Parcel {
    const parcel: Parcel = { client: this.client, seq: ++this.seq, stream, events, count, errors };
    if (this.isUntrusted) parcel.untrustedFrame = true;
    if (early) parcel.early = true;
    if (Object.keys(this.dropped).length > 0) parcel.dropped = this.dropped;
    this.dropped = {};
    return parcel;
  }

  private shed(): void {
    while (this.held.length > MAX_HELD_CHUNKS || (this.held.length > 1 && this.heldChars > HELD_CHARS)) {
      const oldest = this.take(0);
      this.unsure.set(oldest.seq, lossOf(oldest));
      if (this.unsure.size > MAX_UNSURE_CHUNKS) this.giveUp(this.unsure.keys().next().value as number);
    }
  }

  private take(at: number): Parcel {
    const [parcel] = this.held.splice(at, 1) as [Parcel];
    this.heldChars -= parcel.events.length;
    return parcel;
  }

  private giveUp(seq: number): void {
    this.count(this.unsure.get(seq) ?? {});
    this.unsure.delete(seq);
  }

  private count(dropped: Dropped): void {
    for (const [name, count] of Object.entries(dropped))
      this.dropped[name] = (this.dropped[name] ?? 0) + count;
  }
}

/** Its events, and the losses that it would have reported. */
function lossOf({ count, dropped = {} }: Parcel): Dropped {
  return { ...dropped, held_chunks: (dropped.held_chunks ?? 0) + count };
}
