// Waits between tries: each longer than the last, short again when there is news.
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../generated/limits.js";

export class Backoff {
  private waitMs = RECONNECT_MIN_MS;
  private plannedFor = 0;
  private failedAt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly run: () => void) {}

  /** Plans the next try. */
  failed(): void {
    this.failedAt = Date.now();
    this.plan(this.failedAt + this.waitMs);
    this.waitMs = Math.min(this.waitMs * 2, RECONNECT_MAX_MS);
  }

  /** There is news: a planned try comes forward, yet tries stay RECONNECT_MIN_MS apart. */
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
