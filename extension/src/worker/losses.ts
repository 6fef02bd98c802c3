// What had to go, by the name of the bound: told to the server once, shown in the popup as a total.
import { LOSS_NAMES } from "../generated/limits.js";
import type { Dropped } from "../shared/messages.js";

export class Losses {
  /** Everything since the last "Clear logs". */
  total: Dropped = {};
  /** The worker's own losses that no request has carried yet. */
  unreported: Dropped = {};

  constructor(private readonly onChange: () => void) {}

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

  /** What the next request should report together with its own. */
  take(carried: Dropped | undefined): Dropped | undefined {
    if (Object.keys(this.unreported).length === 0) return carried;
    const dropped = { ...carried };
    merge(dropped, this.unreported);
    this.unreported = {};
    this.onChange();
    return dropped;
  }

  clear(): void {
    this.total = {};
    this.onChange();
  }
}

/** Names come from pages too, so there is room for a limited number of them. */
function merge(into: Dropped, more: Dropped): void {
  for (const [name, count] of Object.entries(more)) {
    if (!Number.isSafeInteger(count) || count <= 0) continue;
    const bound = Object.hasOwn(into, name) || Object.keys(into).length < LOSS_NAMES ? name : "other";
    into[bound] = (into[bound] ?? 0) + count;
  }
}
