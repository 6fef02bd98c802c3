// Takes a snapshot of each load and each route change, and keeps the latest one up to date.
import { watchHistory } from "../actions/navigationHistory.js";
import type { Chunk } from "../shared/messages.js";
import type { LongFrame } from "./longTasks.js";
import { NavigationSegment } from "./navigationSegment.js";
import { Vitals } from "./vitals.js";

const SNAPSHOT_AFTER_MS = 2_000; // PERF-01: after load
const LONG_TASK_REPORT_MS = 500; // NOTE-09

export class PerformanceRecorder {
  private undos: Undo[] = [];
  private leg: NavigationSegment | null = null;
  /** Its observers cannot be taken back: there is one for each document. */
  private vitals: Vitals | null = null;
  /** The leg's snapshot was sent once; from then on what changes is sent again. */
  private isSent = false;
  private hasChanged = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private legs = 0;

  /** `client` is unique for each document, so that ids never meet. */
  constructor(
    private readonly client: string,
    private readonly handOver: (chunks: Chunk[], dropped: Record<string, never>) => void,
  ) {}

  /** Does nothing while it runs. Frames are parts of their page. */
  start(): void {
    if (this.undos.length > 0 || window !== window.top) return;
    this.vitals ??= new Vitals(() => this.changed());
    this.begin(0, false);
    this.undos.push(
      observeEntries<PerformanceEntry>("longtask", (entry) => this.tookLong(entry)),
      observeEntries<LongFrame>("long-animation-frame", (entry) => this.framed(entry)),
      observeEntries<PerformanceResourceTiming>("resource", (entry) => this.loaded(entry)),
      watchHistory(() => this.routeChanged()),
      this.whenLoaded(),
      this.whenLeft(),
    );
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const undo of this.undos.splice(0)) undo();
    this.leg = null;
  }

  /** Hands over what changed since; a leg that is too young has nothing to say yet. */
  readonly flush = (): void => {
    if (this.isSent && this.hasChanged) this.send();
  };

  private begin(startMs: number, isSoft: boolean): void {
    this.leg = new NavigationSegment(`${this.client}.leg${++this.legs}`, startMs, isSoft);
    this.isSent = this.hasChanged = false;
  }

  private whenLoaded(): Undo {
    if (document.readyState === "complete") this.ripen();
    else addEventListener("load", this.ripen);
    return () => removeEventListener("load", this.ripen);
  }

  /** The last numbers of a page are known when it goes. */
  private whenLeft(): Undo {
    addEventListener("visibilitychange", this.flush, true);
    addEventListener("pagehide", this.flush, true);
    return () => {
      removeEventListener("visibilitychange", this.flush, true);
      removeEventListener("pagehide", this.flush, true);
    };
  }

  private readonly ripen = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SNAPSHOT_AFTER_MS);
  };

  private routeChanged(): void {
    if (this.leg === null || this.leg.path === location.pathname) return;
    this.flush();
    this.begin(performance.now(), true);
    this.ripen();
  }

  private send(): void {
    if (this.leg === null || this.vitals === null) return;
    this.isSent = true;
    this.hasChanged = false;
    const events = JSON.stringify(this.leg.snapshot(this.vitals));
    this.handOver([{ stream: "performance", events, count: 1, errors: 0 }], {});
  }

  private changed(): void {
    this.hasChanged = true;
  }

  private framed(entry: LongFrame): void {
    this.leg?.addFrame(entry);
    this.changed();
  }

  private loaded(entry: PerformanceResourceTiming): void {
    this.leg?.addResource(entry);
    this.changed();
  }

  /** A blocked page is reported at once. */
  private tookLong(entry: PerformanceEntry): void {
    this.leg?.addTask(entry);
    this.changed();
    if (entry.duration > LONG_TASK_REPORT_MS) this.flush();
  }
}

type Undo = () => void;

/** Does nothing if the browser does not support the type. */
function observeEntries<T extends PerformanceEntry>(type: string, take: (entry: T) => void): Undo {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => {};
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) take(entry as T);
  });
  observer.observe({ type, buffered: true });
  return () => observer.disconnect();
}
