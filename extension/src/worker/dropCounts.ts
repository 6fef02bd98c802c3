// What had to be dropped, by the name of the bound: reported to the server once, shown in the popup as a total.
import { LOSS_NAMES } from "../generated/limits.js";
import type { Dropped } from "../shared/messages.js";

export interface DropTotals {
  /** Everything since the last "Clear logs". */
  total: Dropped;
  /** What the worker itself dropped and no parcel reports yet. */
  unreported: Dropped;
}

export class DropCounts implements DropTotals {
  total: Dropped = {};
  unreported: Dropped = {};

  constructor(private readonly onChange: () => void) {}

  /** Adds what an earlier worker had counted. */
  restore({ total, unreported }: DropTotals): void {
    merge(this.total, total);
    merge(this.unreported, unreported);
  }

  /** A page reported its losses; they travel with its own parcel. */
  seen(dropped: Dropped): void {
    merge(this.total, dropped);
    this.onChange();
  }

  /** The worker lost events, and with them the report that they carried. */
  lost(bound: string, count: number, carried: Dropped = {}): void {
    merge(this.total, { [bound]: count });
    merge(this.unreported, { [bound]: count });
    merge(this.unreported, carried);
    this.onChange();
  }

  get hasUnreported(): boolean {
    return Object.keys(this.unreported).length > 0;
  }

  /** What is unreported, for a parcel to report. */
  take(): Dropped {
    const taken = this.unreported;
    this.unreported = {};
    this.onChange();
    return taken;
  }

  /** The parcel could not take it. */
  putBack(taken: Dropped): void {
    merge(this.unreported, taken);
    this.onChange();
  }

  clear(): void {
    this.total = {};
    this.onChange();
  }
}

/** Names come from pages too, so there is room for a limited number of them. */
export function merge(into: Dropped, more: Dropped): void {
  for (const [name, count] of Object.entries(more)) {
    if (!Number.isSafeInteger(count) || count <= 0) continue;
    const bound = Object.hasOwn(into, name) || Object.keys(into).length < LOSS_NAMES ? name : "other";
    into[bound] = (into[bound] ?? 0) + count;
  }
}
