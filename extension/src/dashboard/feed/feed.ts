// The live feed: one EventSource for all views; what it brings is told at most once in a frame.
import { DASHBOARD_REFRESH_MS, DASHBOARD_ROWS } from "../../generated/limits.js";
import type { Row } from "./row.js";
import { RowLog } from "./rowLog.js";
import type { Connection, State } from "./state.js";

const STREAM = "/dashboard/stream";
const RETRY_MS = 3_000;

export class Feed {
  connection: Connection = "connecting";
  state: State | undefined;
  paused = false;
  /** Grows with everything that is told. */
  version = 0;
  #log = new RowLog();
  #pending: Row[] = [];
  #listeners = new Set<() => void>();
  #isAnnounced = false;

  get rows(): readonly Row[] {
    return this.#log.rows;
  }

  /** Rows that came while the person looked at the others. */
  get waiting(): number {
    return this.paused ? this.#pending.length : 0;
  }

  start(): void {
    const source = new EventSource(STREAM);
    source.onopen = () => this.#connected("live");
    source.onmessage = ({ data }: MessageEvent<string>) => this.#take(JSON.parse(data) as Row[]);
    source.addEventListener("state", ({ data }: MessageEvent<string>) => {
      this.state = JSON.parse(data) as State;
      this.#announce();
    });
    source.onerror = () => {
      this.#connected("lost");
      if (source.readyState === EventSource.CLOSED) void this.#startAgain();
    };
  }

  /** This browser is not let in any more. */
  shut(): void {
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

  /** A refused stream is not tried again by the browser, and does not say why it was refused. */
  async #startAgain(): Promise<void> {
    const status = await fetch("/dashboard/views/timeline").then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 401) this.shut();
    else setTimeout(() => this.start(), RETRY_MS);
  }

  #connected(connection: Connection): void {
    this.connection = connection;
    this.#announce();
  }

  #take(rows: Row[]): void {
    this.#pending.push(...rows);
    if (this.#pending.length > DASHBOARD_ROWS) this.#pending = this.#pending.slice(-DASHBOARD_ROWS);
    this.#announce();
  }

  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    // A tab in the background has no frames, and must not gather everything until it is looked at.
    if (document.hidden) setTimeout(() => this.#tell(), DASHBOARD_REFRESH_MS);
    else requestAnimationFrame(() => this.#tell());
  }

  #tell(): void {
    this.#isAnnounced = false;
    if (!this.paused && this.#pending.length > 0) {
      this.#log.add(this.#pending);
      this.#pending = [];
    }
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }
}
