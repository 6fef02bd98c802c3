// One leg of a document's life: its load, or a change of route. Collects what a snapshot needs.
import type { PerformanceSnapshot, Timing } from "../generated/wire.js";
import { type LongFrame, LongTaskTally } from "./longTasks.js";
import { ResourceTally } from "./resources.js";
import type { Vitals } from "./vitals.js";

export class Leg {
  private readonly tasks = new LongTaskTally();
  private readonly resources = new ResourceTally();
  private readonly ts = new Date().toISOString();
  private readonly pageUrl = location.href;
  readonly path = location.pathname;

  /** `startMs` is on the document's own clock. */
  constructor(
    private readonly id: string,
    private readonly startMs: number,
    private readonly isSoft: boolean,
  ) {}

  addTask(entry: PerformanceEntry): void {
    if (this.has(entry)) this.tasks.addTask(entry);
  }

  addFrame(entry: LongFrame): void {
    if (this.has(entry)) this.tasks.addFrame(entry);
  }

  addResource(entry: PerformanceResourceTiming): void {
    if (this.has(entry)) this.resources.add(entry);
  }

  /** The page itself is one of its requests. */
  addDocument(entry: PerformanceResourceTiming): void {
    if (this.has(entry)) this.resources.add(entry, "other");
  }

  /** The vitals belong to the load: a route's paints are not told apart by the browser. */
  snapshot(vitals: Vitals): PerformanceSnapshot {
    const common = {
      id: this.id,
      ts: this.ts,
      url: this.path,
      pageUrl: this.pageUrl,
      network: this.resources.totals(),
      longTasks: this.tasks.totals(),
      resources: this.resources.resources(),
    };
    const blamed = this.tasks.script ? { longTaskScript: this.tasks.script } : {};
    if (this.isSoft) return { ...common, softNavigation: true, attribution: blamed };
    return {
      ...common,
      timing: { ...navigationTiming(), ...vitals.timing },
      cumulativeLayoutShift: vitals.layoutShift,
      attribution: { ...vitals.attribution, ...blamed },
    };
  }

  private has({ startTime }: PerformanceEntry): boolean {
    return startTime >= this.startMs;
  }
}

function navigationTiming(): Pick<Timing, "domContentLoaded" | "load" | "domInteractive"> {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation === undefined) return {};
  return {
    domInteractive: reached(navigation.domInteractive),
    domContentLoaded: reached(navigation.domContentLoadedEventEnd),
    load: reached(navigation.loadEventEnd),
  };
}

/** The browser says 0 for what has not happened. */
function reached(ms: number): number | null {
  return ms > 0 ? ms : null;
}
