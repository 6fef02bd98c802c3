// Takes a snapshot of each load and each change of route, and keeps the latest one up to date.
import { LONG_TASK_TOLD_MS, SNAPSHOT_AFTER_MS } from "../generated/limits.js";
import type { PerformanceSnapshot } from "../generated/wire.js";
import { Leg } from "./leg.js";
import type { LongFrame } from "./longTasks.js";
import { observeEntries, type Undo } from "./observeEntries.js";
import { Vitals } from "./vitals.js";

export class PerformanceRecorder {
  private leg = new Leg(0, false);
  private path = location.pathname;
  /** The snapshot of this leg was sent once; from then on what changes is sent again. */
  private isSent = false;
  private hasChanged = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly vitals = new Vitals(() => this.changed());
  private readonly undo: Undo[];

  constructor(private readonly emit: (snapshot: PerformanceSnapshot) => void) {
    this.undo = [
      observeEntries<PerformanceEntry>("longtask", (entry) => this.tookLong(entry)),
      observeEntries<LongFrame>("long-animation-frame", (entry) => this.leg.addFrame(entry)),
      observeEntries<PerformanceResourceTiming>("navigation", (entry) => this.leg.addDocument(entry)),
      observeEntries<PerformanceResourceTiming>("resource", (entry) => this.loaded(entry)),
    ];
    this.whenLoaded();
  }

  stop(): void {
    clearTimeout(this.timer);
    removeEventListener("load", this.ripen);
    for (const undo of this.undo) undo();
  }

  /** Sends what changed since it was sent; a leg that is too young has nothing to say yet. */
  flush(): void {
    if (this.isSent && this.hasChanged) this.send();
  }

  /** The page's address changed without a load. */
  routeChanged(): void {
    if (location.pathname === this.path) return;
    this.flush();
    this.path = location.pathname;
    this.leg = new Leg(performance.now(), true);
    this.isSent = this.hasChanged = false;
    this.ripen();
  }

  private whenLoaded(): void {
    if (document.readyState === "complete") this.ripen();
    else addEventListener("load", this.ripen);
  }

  private readonly ripen = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SNAPSHOT_AFTER_MS);
  };

  private send(): void {
    this.isSent = true;
    this.hasChanged = false;
    this.emit(this.leg.snapshot(this.vitals));
  }

  private changed(): void {
    this.hasChanged = true;
  }

  private loaded(entry: PerformanceResourceTiming): void {
    this.leg.addResource(entry);
    this.changed();
  }

  /** A page that hangs is told of at once. */
  private tookLong(entry: PerformanceEntry): void {
    this.leg.addTask(entry);
    this.changed();
    if (entry.duration > LONG_TASK_TOLD_MS) this.flush();
  }
}
