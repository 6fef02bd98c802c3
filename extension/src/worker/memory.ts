// The counts that outlive a restart of the worker, in storage.session.
import { COUNTS_SAVE_AFTER_MS } from "../generated/limits.js";
import type { Dropped } from "../shared/messages.js";
import type { Losses } from "./losses.js";
import type { Tallies, Tally } from "./tallies.js";

const KEY = "counts";

interface Kept {
  total: Dropped;
  unreported: Dropped;
  tabs: [number, Tally][];
}

export class Memory {
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly area: chrome.storage.StorageArea) {}

  /** Adds what was kept to what has been counted since the start. */
  async load(losses: Losses, tallies: Tallies): Promise<void> {
    const kept = (await this.area.get(KEY))[KEY] as Kept | undefined;
    if (kept === undefined) return;
    losses.seen(kept.total);
    losses.unreported = { ...kept.unreported, ...losses.unreported };
    for (const [tabId, { documentId, errors }] of kept.tabs) {
      const now = tallies.tabs.get(tabId);
      if (now === undefined) tallies.tabs.set(tabId, { documentId, errors });
      else if (now.documentId === documentId) tallies.add(tabId, errors);
    }
  }

  /** Writes soon; many changes are one write. */
  saveSoon(losses: Losses, tallies: Tallies): void {
    this.timer ??= setTimeout(() => void this.save(losses, tallies), COUNTS_SAVE_AFTER_MS);
  }

  private async save({ total, unreported }: Losses, { tabs }: Tallies): Promise<void> {
    this.timer = null;
    const kept: Kept = { total, unreported, tabs: [...tabs] };
    await this.area.set({ [KEY]: kept });
  }
}
