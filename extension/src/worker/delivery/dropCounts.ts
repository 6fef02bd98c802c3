// Dropped events by limit: reported to the server once, shown in the popup as a total.

import { MAX_LOSS_NAMES } from "../../shared/lossNames.js";
import type { Dropped } from "../../shared/messages.js";

export interface DropTotals {
  /** Everything since the last "Clear logs". */
  total: Dropped;
  /** Drops of the worker that no parcel reports yet. */
  unreported: Dropped;
}

export class DropCounts implements DropTotals {
  total: Dropped = {};
  unreported: Dropped = {};

  constructor(private readonly onChange: () => void) {}

  /** Adds the counts of an earlier worker. */
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

  /** The parcel could not carry the report. */
  putBack(taken: Dropped): void {
    merge(this.unreported, taken);
    this.onChange();
  }

  clear(): void {
    this.total = {};
    this.onChange();
  }
}

/** Some names come from pages, so their number is limited. */
export function merge(into: Dropped, more: Dropped): void {
  for (const [name, count] of Object.entries(more)) {
    if (!Number.isSafeInteger(count) || count <= 0) continue;
    const bound = Object.hasOwn(into, name) || Object.keys(into).length < MAX_LOSS_NAMES ? name : "other";
    into[bound] = (into[bound] ?? 0) + count;
  }
}
