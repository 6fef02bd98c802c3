// Decides when parcels and counts go into storage.session: only what is not delivered at once, many in one write.
// A page keeps its copy of a parcel until the worker's is saved, or until it is saved that the parcel was dropped.
import type { ErrorCounts } from "../errorCounts.js";
import type { DropCounts } from "./dropCounts.js";
import { type Entry, keyOf, type Queue, release } from "./queue.js";
import type { Counts, SessionStore } from "./sessionStore.js";

const DROPPED_KEYS = 1_000; // dropped parcels whose pages may not have been notified; a page holds HELD_CHUNKS
const SESSION_SAVE_AFTER_MS = 200; // a healthy server acknowledges within 2–5 ms: only a long queue is written
const SESSION_SAVE_OFFLINE_AFTER_MS = 25; // without a server the wait is long anyway
const SESSION_SAVE_FULL_AFTER_MS = 1_000; // the next try when storage.session is full
const SESSION_REMOVE_AFTER_MS = 100; // a late removal costs one repeat, which the server recognizes
const SESSION_SAVE_COUNTS_AFTER_MS = 100; // the counts in the popup

export interface PersistenceParts {
  queue: Queue;
  store: SessionStore;
  drops: DropCounts;
  errors: ErrorCounts;
  isOnline: () => boolean;
}

export class PersistenceScheduler {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dueAt = Number.POSITIVE_INFINITY;
  private saving: Promise<boolean> | null = null;
  private areCountsChanged = false;
  /** Keys of obsolete saved copies. */
  private readonly obsolete = new Set<string>();
  /** Dropped but not yet saved as dropped: if the worker stops now, their pages send them again. */
  private readonly unsavedDrops = new Map<string, Entry>();
  /** Recently dropped: a page that was not notified in time sends them again. */
  private readonly droppedKeys = new Set<string>();

  constructor(private readonly parts: PersistenceParts) {}

  /** Restores the earlier worker's parcels first; returns those that do not fit into the queue. */
  async restore(): Promise<Entry[]> {
    const { queue, store, drops, errors } = this.parts;
    const { entries, counts } = await store.load();
    if (counts !== undefined) {
      drops.restore(counts);
      errors.restore(counts.tabs);
      for (const key of counts.droppedKeys) this.droppedKeys.add(key);
    }
    return queue.restore(entries);
  }

  /** A parcel arrived: it is saved soon, unless it is delivered by then. */
  parcelAdded(): void {
    this.plan(this.parts.isOnline() ? SESSION_SAVE_AFTER_MS : SESSION_SAVE_OFFLINE_AFTER_MS);
  }

  countsChanged(): void {
    this.areCountsChanged = true;
    this.plan(SESSION_SAVE_COUNTS_AFTER_MS);
  }

  /** The server has it. */
  delivered(entry: Entry): void {
    release(entry);
    if (entry.order === undefined) return;
    this.obsolete.add(keyOf(entry.parcel));
    this.plan(SESSION_REMOVE_AFTER_MS);
  }

  /** It is counted as dropped. */
  drop(entry: Entry): void {
    const key = keyOf(entry.parcel);
    if (entry.order !== undefined) this.obsolete.add(key);
    this.unsavedDrops.set(key, entry);
    this.droppedKeys.add(key);
    if (this.droppedKeys.size > DROPPED_KEYS) this.droppedKeys.delete(firstOf(this.droppedKeys));
    this.countsChanged();
  }

  /** Whether a resent parcel was dropped; then the page drops its copy as soon as that is saved. */
  isDropped(key: string, letGo: () => void): boolean {
    const unsaved = this.unsavedDrops.get(key);
    if (unsaved !== undefined) unsaved.release = letGo;
    else if (this.droppedKeys.has(key)) letGo();
    else return false;
    return true;
  }

  /** Saves everything as it is now; false when the storage is full. */
  async saveNow(): Promise<boolean> {
    while (this.saving !== null) await this.saving;
    clearTimeout(this.timer);
    this.dueAt = Number.POSITIVE_INFINITY;
    this.saving = this.save().catch(() => false);
    const isSaved = await this.saving;
    this.saving = null;
    return isSaved;
  }

  private plan(delayMs: number): void {
    const dueAt = Date.now() + delayMs;
    if (dueAt >= this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => void this.saveNow(), delayMs);
  }

  private async save(): Promise<boolean> {
    const unsaved = this.parts.queue.all().filter((entry) => !entry.isSaved);
    const obsolete = [...this.obsolete];
    if (unsaved.length === 0 && !this.areCountsChanged) return this.remove(obsolete);
    const dropped = [...this.unsavedDrops];
    const reports = unsaved.map(({ parcel }) => parcel.dropped);
    const counts = this.counts();
    this.areCountsChanged = false;
    const isComplete = await this.parts.store.save(unsaved, counts);
    // A full storage still has room for the counts; pages keep their copies of the parcels.
    if (!isComplete && !(await this.parts.store.save([], counts))) return this.retryLater();
    for (const [key, entry] of dropped) this.dropSaved(key, entry);
    await this.remove(obsolete);
    if (!isComplete) return this.retryLater();
    unsaved.forEach((entry, index) => {
      // A parcel that got a report during the write must be saved again.
      if (entry.parcel.dropped === reports[index]) this.saved(entry);
    });
    return true;
  }

  private retryLater(): false {
    this.areCountsChanged = true;
    this.plan(SESSION_SAVE_FULL_AFTER_MS);
    return false;
  }

  private async remove(obsolete: readonly string[]): Promise<true> {
    await this.parts.store.remove(obsolete);
    for (const key of obsolete) this.obsolete.delete(key);
    return true;
  }

  private dropSaved(key: string, entry: Entry): void {
    this.unsavedDrops.delete(key);
    release(entry);
  }

  private saved(entry: Entry): void {
    entry.isSaved = true;
    release(entry);
    if (this.parts.queue.has(entry)) return;
    // It left the queue during the write, when there was no copy to remove yet.
    this.obsolete.add(keyOf(entry.parcel));
    this.plan(SESSION_REMOVE_AFTER_MS);
  }

  private counts(): Counts {
    const { drops, errors } = this.parts;
    const { total, unreported } = drops;
    return structuredClone({ total, unreported, tabs: [...errors.tabs], droppedKeys: [...this.droppedKeys] });
  }
}

function firstOf(keys: Set<string>): string {
  return keys.values().next().value as string;
}
