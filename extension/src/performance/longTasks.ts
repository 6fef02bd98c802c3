// Long tasks since a point in time: count, duration, and the longest-running script.
import type { LongTasks } from "../generated/wire.js";

const LONG_TASK_MS = 50; // PERF-02

/** A frame that took long, and the scripts that ran in it; not in every browser, nor in TypeScript's library yet. */
export interface LongFrame extends PerformanceEntry {
  scripts: { duration: number; sourceURL: string }[];
}

export class LongTaskTotals {
  private count = 0;
  private blocking = 0;
  private longest = 0;
  private longestSince = 0;
  /** When that task began, in milliseconds after the document's start. */
  private longestSinceMs = 0;
  private longestScriptMs = 0;
  /** The address of the script that ran longest in one go; empty while none is known. */
  script = "";

  /** `isReported`: whether the browser reports long tasks. Firefox does not. */
  constructor(private readonly isReported = true) {}

  addTask({ duration, startTime }: PerformanceEntry): void {
    if (duration <= LONG_TASK_MS) return;
    this.count++;
    this.blocking += duration - LONG_TASK_MS;
    this.longest = Math.max(this.longest, duration);
    if (duration <= this.longestSince) return;
    this.longestSince = duration;
    this.longestSinceMs = startTime;
  }

  addFrame({ scripts }: LongFrame): void {
    for (const { duration, sourceURL } of scripts) {
      if (duration <= this.longestScriptMs || sourceURL === "") continue;
      this.longestScriptMs = duration;
      this.script = sourceURL;
    }
  }

  /** The totals. A task that is shorter than an earlier one is in `longestSince`, which is reset by each call. */
  take(): LongTasks {
    if (!this.isReported) return { count: null, totalBlockingTime: null, longest: null };
    const { count, blocking, longest, longestSince } = this;
    const totals = { count, totalBlockingTime: blocking, longest, longestSince };
    this.longestSince = 0;
    if (longestSince === 0) return totals;
    return {
      ...totals,
      longestSinceAt: new Date(performance.timeOrigin + this.longestSinceMs).toISOString(),
    };
  }
}
