// Exponential back-off between retries; reset when there is a reason to retry soon.

import { RECONNECT_MIN_MS, SERVER_SEARCH_MS } from "../../shared/reconnect.js";

export class Backoff {
  private waitMs = RECONNECT_MIN_MS;
  private plannedFor = 0;
  private failedAt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly run: () => void) {}

  /** Schedules the next retry. */
  failed(): void {
    this.failedAt = Date.now();
    this.plan(this.failedAt + this.waitMs);
    this.waitMs = Math.min(this.waitMs * 2, SERVER_SEARCH_MS);
  }

  /** Moves a scheduled retry forward, but keeps retries RECONNECT_MIN_MS apart. */
  nudge(): void {
    if (this.timer === null) return;
    this.waitMs = RECONNECT_MIN_MS;
    const soonest = this.failedAt + RECONNECT_MIN_MS;
    if (soonest < this.plannedFor) this.plan(soonest);
  }

  succeeded(): void {
    this.cancel();
    this.waitMs = RECONNECT_MIN_MS;
  }

  private plan(at: number): void {
    this.cancel();
    this.plannedFor = at;
    this.timer = setTimeout(() => this.fire(), Math.max(0, at - Date.now()));
  }

  private fire(): void {
    this.timer = null;
    this.run();
  }

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
