// Delivers the queue to the server: strictly in order, one request at a time.
import type { Parcel } from "../../shared/messages.js";
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../../shared/reconnect.js";
import { within } from "../../shared/within.js";
import { deferred } from "../deferred.js";
import type { Receipt } from "../pages.js";
import type { Server } from "../server/server.js";
import { type DropCounts, merge } from "./dropCounts.js";
import type { PersistenceScheduler } from "./persistenceScheduler.js";
import { type Outcome, post } from "./post.js";
import { type Entry, keyOf, type Queue } from "./queue.js";

export interface DeliveryParts {
  queue: Queue;
  persistence: PersistenceScheduler;
  drops: DropCounts;
  server: Server;
  /** The server refused it: reconnect. */
  onTrouble: (reason: string) => void;
  send?: typeof post;
}

export class Delivery {
  private running = false;
  private pausedUntil = 0;
  private retryMs = RECONNECT_MIN_MS;
  private listeners = new Set<() => void>();

  constructor(private readonly parts: DeliveryParts) {}

  /** Accepts a parcel from a page; false if it is a duplicate. */
  accept(tabId: number, parcel: Parcel, { release, maybeDelivered }: Receipt): boolean {
    const { queue, persistence, drops } = this.parts;
    const key = keyOf(parcel);
    if (persistence.isDropped(key, release)) return false;
    const isNew = !queue.hasKey(key);
    if (isNew && parcel.dropped !== undefined) drops.seen(parcel.dropped);
    const evicted = queue.add({ tabId, parcel, isSaved: false, isTried: maybeDelivered, release });
    this.drop(evicted, "worker_queue");
    persistence.parcelAdded();
    void this.run();
    return isNew;
  }

  /** Sends until the queue is empty or the server refuses. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      let entry = this.next();
      while (entry !== undefined && (await this.deliver(entry))) entry = this.next();
    } finally {
      this.running = false;
    }
  }

  /** Resolves when none of these is waiting any more, or at the deadline. */
  async settled(entries: Entry[], waitMs: number): Promise<void> {
    const { queue } = this.parts;
    if (!entries.some((entry) => queue.has(entry))) return;
    const { promise, resolve } = deferred<void>();
    const check = () => entries.some((entry) => queue.has(entry)) || resolve();
    this.listeners.add(check);
    await within(promise, waitMs);
    this.listeners.delete(check);
  }

  /** Discards the queue at the user's request. */
  discard(): void {
    for (const entry of this.parts.queue.all()) this.finish(entry);
  }

  drop(entries: Entry[], bound: string): void {
    for (const entry of entries) {
      this.parts.drops.lost(bound, entry.parcel.count, entry.parcel.dropped);
      this.parts.queue.remove(entry);
      this.parts.persistence.drop(entry);
    }
    this.notify();
  }

  private next(): Entry | undefined {
    if (!this.parts.server.verified || Date.now() < this.pausedUntil) return undefined;
    return this.parts.queue.first();
  }

  private async deliver(entry: Entry): Promise<boolean> {
    const { server, send = post } = this.parts;
    await this.addReport(entry);
    const outcome = await send(server, entry.tabId, entry.parcel);
    return this.settle(entry, outcome);
  }

  /**
   * The parcel reports what was dropped before it, and keeps doing so however often it is sent: the server counts the
   * report of a parcel once. It is saved before it is sent; otherwise a worker that stops in between would report it again.
   */
  private async addReport(entry: Entry): Promise<void> {
    const { drops, persistence } = this.parts;
    const isFirstTime = !entry.isTried;
    entry.isTried = true;
    if (!isFirstTime || !drops.hasUnreported) return;
    const { dropped: before } = entry.parcel;
    const taken = drops.take();
    entry.parcel.dropped = { ...before };
    merge(entry.parcel.dropped, taken);
    entry.isSaved = false;
    if (await persistence.saveNow()) return;
    if (before === undefined) delete entry.parcel.dropped;
    else entry.parcel.dropped = before;
    drops.putBack(taken);
  }

  private settle(entry: Entry, outcome: Outcome): boolean {
    switch (outcome.kind) {
      case "acknowledged":
        this.retryMs = RECONNECT_MIN_MS;
        this.finish(entry);
        return true;
      case "rejected":
        this.drop([entry], "rejected_by_server");
        return true;
      case "busy":
        this.pause(outcome.waitMs);
        return false;
      case "server_error":
        this.pause(this.retryMs);
        this.retryMs = Math.min(this.retryMs * 2, RECONNECT_MAX_MS);
        return false;
      case "unpaired":
        this.parts.onTrouble("the server no longer knows this extension");
        return false;
      case "failed":
        this.parts.onTrouble(outcome.reason);
        return false;
      default:
        return outcome satisfies never;
    }
  }

  private pause(waitMs: number): void {
    this.pausedUntil = Date.now() + waitMs;
    setTimeout(() => void this.run(), waitMs);
  }

  private finish(entry: Entry): void {
    this.parts.queue.remove(entry);
    this.parts.persistence.delivered(entry);
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
