// Numbers the page's chunks and keeps each until the worker says that it has it.
import { HELD_CHUNKS, UNSURE_CHUNKS } from "../generated/limits.js";
import type { Chunk, Dropped, Parcel } from "../shared/messages.js";

export class Parcels {
  private seq = 0;
  private held: Parcel[] = [];
  /** Posted, let go for room and not acknowledged yet: lost only if the port breaks before. Number → what is lost then. */
  private readonly unsure = new Map<number, Dropped>();
  private dropped: Dropped = {};

  constructor(private readonly client: string) {}

  /** What was lost goes with the first parcel, or waits for the next one. */
  wrap(chunks: readonly Chunk[], dropped: Dropped, early?: true): Parcel[] {
    this.count(dropped);
    const parcels = chunks.map((chunk) => this.number(chunk, early));
    this.held.push(...parcels);
    this.shed();
    return parcels;
  }

  release(seq: number): void {
    this.unsure.delete(seq);
    this.held = this.held.filter((parcel) => parcel.seq !== seq);
  }

  get hasUnacknowledged(): boolean {
    return this.held.length > 0;
  }

  /** In order, for a worker that starts anew; what was let go cannot be sent again and counts as lost. */
  unacknowledged(): readonly Parcel[] {
    for (const seq of this.unsure.keys()) this.giveUp(seq);
    return this.held;
  }

  private number(chunk: Chunk, early: true | undefined): Parcel {
    const parcel: Parcel = { client: this.client, seq: ++this.seq, ...chunk };
    if (early) parcel.early = early;
    if (Object.keys(this.dropped).length > 0) parcel.dropped = this.dropped;
    this.dropped = {};
    return parcel;
  }

  private shed(): void {
    while (this.held.length > HELD_CHUNKS) {
      const oldest = this.held.shift() as Parcel;
      this.unsure.set(oldest.seq, lossOf(oldest));
      if (this.unsure.size > UNSURE_CHUNKS) this.giveUp(this.unsure.keys().next().value as number);
    }
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
