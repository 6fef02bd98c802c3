// Numbers the page's chunks and keeps each until the worker says that it has it.
import { HELD_CHUNKS } from "../generated/limits.js";
import type { Chunk, Dropped, Parcel } from "../shared/messages.js";

export class Parcels {
  private seq = 0;
  private held: Parcel[] = [];
  private dropped: Dropped = {};

  constructor(private readonly client: string) {}

  /** What was lost goes with the first parcel, or waits for the next one. */
  wrap(chunks: readonly Chunk[], dropped: Dropped): Parcel[] {
    this.count(dropped);
    const parcels = chunks.map((chunk) => this.number(chunk));
    this.held.push(...parcels);
    this.shed();
    return parcels;
  }

  release(seq: number): void {
    this.held = this.held.filter((parcel) => parcel.seq !== seq);
  }

  /** In order, for a worker that starts anew. */
  unacknowledged(): readonly Parcel[] {
    return this.held;
  }

  private number({ stream, events, count }: Chunk): Parcel {
    const parcel: Parcel = { client: this.client, seq: ++this.seq, stream, events, count };
    if (Object.keys(this.dropped).length > 0) parcel.dropped = this.dropped;
    this.dropped = {};
    return parcel;
  }

  private shed(): void {
    while (this.held.length > HELD_CHUNKS) {
      const oldest = this.held.shift();
      if (oldest) this.count({ held_chunks: oldest.count, ...oldest.dropped });
    }
  }

  private count(dropped: Dropped): void {
    for (const [name, count] of Object.entries(dropped))
      this.dropped[name] = (this.dropped[name] ?? 0) + count;
  }
}
