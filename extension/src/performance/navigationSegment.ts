// One navigation segment of a document: its load, or a route change. Collects the data of a snapshot.
import type { PerformanceSnapshot, Timing } from "../generated/wire.js";
import { type LongFrame, LongTaskTotals } from "./longTasks.js";
import { ResourceTotals } from "./resources.js";
import type { Vitals } from "./vitals.js";

export class NavigationSegment {
  private readonly tasks = new LongTaskTotals(PerformanceObserver.supportedEntryTypes.includes("longtask"));
  private readonly resources = new ResourceTotals();
  private readonly ts = new Date().toISOString();
  private readonly pageUrl = location.href;
  readonly path = location.pathname;
  private hasDocument = false;

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
    if (this.has(entry)) this.resources.addLater(entry);
  }

  /** The part to send, with long tasks since the last call. Vitals belong to the load: browsers report no paints of a route. */
  snapshot(vitals: Vitals): PerformanceSnapshot {
    this.addDocument();
    const common = {
      id: this.id,
      ts: this.ts,
      url: this.path,
      pageUrl: this.pageUrl,
      network: this.resources.totals(),
      longTasks: this.tasks.take(),
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

  /** The page itself is one of the requests of its load. An observer may get it twice. */
  private addDocument(): void {
    const entry = this.isSoft || this.hasDocument ? undefined : navigation();
    if (entry === undefined) return;
    this.hasDocument = true;
    this.resources.add(entry, "other");
  }

  private has({ startTime }: PerformanceEntry): boolean {
    return startTime >= this.startMs;
  }
}

function navigationTiming(): Pick<Timing, "domContentLoaded" | "load" | "domInteractive"> {
  const entry = navigation();
  if (entry === undefined) return {};
  return {
    domInteractive: reached(entry.domInteractive),
    domContentLoaded: reached(entry.domContentLoadedEventEnd),
    load: reached(entry.loadEventEnd),
  };
}

function navigation(): PerformanceNavigationTiming | undefined {
  return (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0];
}

/** The browser reports 0 for events that have not happened. */
function reached(ms: number): number | null {
  return ms > 0 ? ms : null;
}
