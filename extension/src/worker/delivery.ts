// Brings the queue to the server: strictly in order, one request at a time.
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../generated/limits.js";
import type { Parcel } from "../shared/messages.js";
import { deferred } from "./deferred.js";
import type { Keeper } from "./keeper.js";
import type { Losses } from "./losses.js";
import { type Outcome, post } from "./post.js";
import type { Entry, Queue } from "./queue.js";
import type { Server } from "./server.js";

export interface DeliveryParts {
  queue: Queue;
  keeper: Keeper;
  losses: Losses;
  server: Server;
  /** The server did not take it: connect anew. */
  onTrouble: (reason: string) => void;
  send?: typeof post;
}

export class Delivery {
  private running = false;
  private pausedUntil = 0;
  private retryMs = RECONNECT_MIN_MS;
  private listeners = new Set<() => void>();

  constructor(private readonly parts: DeliveryParts) {}

  /** Takes a parcel from a page; `release` tells the page that it is safe. */
  accept(tabId: number, parcel: Parcel, release: () => void): void {
    const { queue, keeper, losses } = this.parts;
    if (parcel.dropped !== undefined) losses.seen(parcel.dropped);
    const gone = queue.add({ tabId, parcel, stored: false, sending: false, release });
    this.drop(gone, "worker_queue");
    keeper.expect();
    void this.run();
  }

  /** Sends until the queue is empty or the server does not take more. */
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
    const timer = setTimeout(resolve, waitMs);
    this.listeners.add(check);
    await promise;
    this.listeners.delete(check);
    clearTimeout(timer);
  }

  /** Throws away what waits: the person asked for it. */
  discard(): void {
    for (const entry of this.parts.queue.all()) this.finish(entry);
  }

  drop(entries: Entry[], bound: string): void {
    for (const entry of entries) {
      this.parts.losses.lost(bound, entry.parcel.count, entry.parcel.dropped);
      this.finish(entry);
    }
  }

  private next(): Entry | undefined {
    if (!this.parts.server.verified || Date.now() < this.pausedUntil) return undefined;
    return this.parts.queue.first();
  }

  private async deliver(entry: Entry): Promise<boolean> {
    const { server, losses, send = post } = this.parts;
    // Once it was tried the server may have it, so the parcel keeps what it reports.
    const dropped = losses.take(entry.parcel.dropped);
    if (dropped !== undefined) entry.parcel.dropped = dropped;
    entry.sending = true;
    const outcome = await send(server, entry.tabId, entry.parcel);
    entry.sending = false;
    return this.settle(entry, outcome);
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
        this.parts.onTrouble("the server does not know this extension any more");
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
    this.parts.keeper.done(entry);
    for (const listener of this.listeners) listener();
  }
}
