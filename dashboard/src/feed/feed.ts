// The live feed: one EventSource for all views; listeners are notified at most once per animation frame.

import { MAX_DASHBOARD_ROWS } from "../generated/limits.js";
import type { Row, State } from "../generated/views.js";
import { DASHBOARD_REFRESH_MS } from "../useView.js";
import type { Kind } from "./row.js";
import { RowLog } from "./rowLog.js";
import type { Connection } from "./state.js";
import { StreamSlot } from "./streamSlot.js";

const STREAM = "/dashboard/stream";
const PING = "/dashboard/views/timeline";
const RETRY_MS = 3_000;
const PING_INTERVAL_MS = 3_000;
/** For a window that may not keep its stream: how long the stream is open, and how long closed. */
const TURN_MS = 1_000;
const TURN_PAUSE_MS = 2_000;
const PING_WAIT_MS = 3_000; // a stream that stays open does not show that its server stopped

export class Feed {
  connection: Connection = "connecting";
  state: State | undefined;
  paused = false;
  /** Incremented with every notification. */
  version = 0;
  #log = new RowLog();
  #pending: Row[] = [];
  /** Kinds that were cleared on the server but are still shown. */
  #cleared = new Set<Kind>();
  #source: EventSource | undefined;
  #slot = new StreamSlot();
  #turn: ReturnType<typeof setTimeout> | undefined;
  /** The number of the newest received event. */
  #newest = "";
  #listeners = new Set<() => void>();
  #isAnnounced = false;

  get rows(): readonly Row[] {
    return this.#log.rows;
  }

  /** Rows that arrived while the feed was paused. */
  get waiting(): number {
    return this.paused ? this.#pending.length : 0;
  }

  /** Connections are scarce (see streamSlot.ts), so a hidden page closes its own. */
  start(): void {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#letGo();
      else this.#open();
    });
    this.#open();
    setInterval(() => void this.#ping(), PING_INTERVAL_MS);
  }

  /** Nothing arrives from a server without events, and nothing from a frozen one. */
  async #ping(): Promise<void> {
    if (document.hidden || (this.connection !== "live" && this.connection !== "frozen")) return;
    const responds = await fetch(PING, { signal: AbortSignal.timeout(PING_WAIT_MS) }).then(
      () => true,
      () => false,
    );
    const isStillOpen = this.connection === "live" || this.connection === "frozen";
    if (isStillOpen && responds !== (this.connection === "live"))
      this.#connected(responds ? "live" : "frozen");
  }

  #letGo(): void {
    clearTimeout(this.#turn);
    this.#slot.release();
    this.#source?.close();
    this.#source = undefined;
  }

  /** Without permission to keep the stream, it is closed after a while, and opened again later. */
  #takeTurns(): void {
    clearTimeout(this.#turn);
    this.#turn = setTimeout(() => {
      if (this.#slot.isHeld) return;
      this.#letGo();
      this.#turn = setTimeout(() => this.#open(), TURN_PAUSE_MS);
    }, TURN_MS);
  }

  /** Resumes after the last known event. */
  #open(): void {
    if (this.#source || document.hidden || this.connection === "shut") return;
    const source = new EventSource(this.#newest ? `${STREAM}?after=${this.#newest}` : STREAM);
    this.#source = source;
    void this.#slot.take();
    source.onopen = () => {
      this.#connected("live");
      this.#takeTurns();
    };
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      this.#newest = lastEventId;
      this.#take(JSON.parse(data) as Row[]);
    };
    source.addEventListener("cleared", ({ data }: MessageEvent<string>) =>
      this.#forget(JSON.parse(data) as Kind[]),
    );
    source.addEventListener("state", ({ data }: MessageEvent<string>) => {
      this.state = JSON.parse(data) as State;
      this.#announce();
    });
    source.onerror = () => {
      this.#connected("lost");
      if (source.readyState === EventSource.CLOSED) void this.#openAgain();
    };
  }

  /** This browser's session has ended. */
  shut(): void {
    this.#letGo();
    this.#connected("shut");
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.#announce();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The browser does not retry a refused stream and does not report why it was refused. */
  async #openAgain(): Promise<void> {
    this.#letGo();
    const status = await fetch(PING).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 401) this.shut();
    else setTimeout(() => this.#open(), RETRY_MS);
  }

  #connected(connection: Connection): void {
    this.connection = connection;
    this.#announce();
  }

  #take(rows: Row[]): void {
    this.#pending.push(...rows);
    if (this.#pending.length > MAX_DASHBOARD_ROWS) this.#pending = this.#pending.slice(-MAX_DASHBOARD_ROWS);
    this.#announce();
  }

  #forget(kinds: Kind[]): void {
    for (const kind of kinds) this.#cleared.add(kind);
    this.#pending = this.#pending.filter(({ kind }) => !kinds.includes(kind));
    this.#announce();
  }

  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const reportProgress = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      this.#tell();
    };
    const frame = requestAnimationFrame(reportProgress);
    // A covered window may get no animation frames although it is not hidden.
    const timer = setTimeout(reportProgress, DASHBOARD_REFRESH_MS);
  }

  #tell(): void {
    this.#isAnnounced = false;
    if (!this.paused) this.#bringUpToDate();
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  #bringUpToDate(): void {
    if (this.#cleared.size > 0) this.#log.forget(this.#cleared);
    this.#cleared.clear();
    if (this.#pending.length > 0) this.#log.add(this.#pending);
    this.#pending = [];
  }
}
