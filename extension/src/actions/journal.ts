// What was recorded and not handed over yet: new actions at once, changes of old ones a little later.
import { ACTION_DELAY_MS, URL_CHARS } from "../generated/limits.js";
import type { DomSnapshot, EnhancedAction } from "../generated/wire.js";
import type { Chunk } from "../shared/messages.js";
import { cut } from "./selectors/words.js";

export type Action = EnhancedAction & { id: string; timestamp: number };
/** What the recorders know of an action; its id, time and page are stamped. */
export type Told = Omit<EnhancedAction, "id" | "ts" | "timestamp" | "url">;

export class Journal {
  /** The action before, whatever it was; what belongs to it changes it. */
  last: Action | null = null;
  private readonly unsent = new Set<Action>();
  private snapshots: DomSnapshot[] = [];
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `client` is unique for each document, so that ids never meet. */
  constructor(
    private readonly client: string,
    private readonly handOver: (chunks: Chunk[]) => void,
  ) {}

  record(told: Told, at = Date.now(), url = location.href): Action {
    const action: Action = { id: this.nextId(), ...stamp(at, url), timestamp: at, ...told };
    this.last = action;
    this.unsent.add(action);
    // Before the page's own listeners: one of them may never return.
    queueMicrotask(this.flush);
    return action;
  }

  /** The same action again, as it is now. */
  revise(action: Action, changes: Partial<Told>): void {
    Object.assign(action, changes);
    this.unsent.add(action);
    this.timer ??= setTimeout(this.flush, ACTION_DELAY_MS);
  }

  snapshot(shown: Pick<DomSnapshot, "title" | "elements">): DomSnapshot {
    const snapshot = { id: this.nextId(), ...stamp(Date.now(), location.href), ...shown };
    this.sendSnapshot(snapshot);
    return snapshot;
  }

  /** A new one, or the same as it is now. */
  sendSnapshot(snapshot: DomSnapshot): void {
    this.snapshots.push(snapshot);
    this.flush();
  }

  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const chunks = [chunkOf("actions", [...this.unsent]), chunkOf("dom_snapshots", this.snapshots)];
    this.unsent.clear();
    this.snapshots = [];
    const filled = chunks.filter((chunk) => chunk.count > 0);
    if (filled.length > 0) this.handOver(filled);
  };

  /** Forgets what was not handed over: it is not wanted. */
  clear(): void {
    this.unsent.clear();
    this.snapshots = [];
    this.last = null;
    this.flush();
  }

  private nextId(): string {
    return `${this.client}.${(++this.count).toString(36)}`;
  }
}

/** Without the name and password that an address may carry. */
export function plainUrl(url: string): string {
  if (!url.includes("@") || !URL.canParse(url)) return cut(url, URL_CHARS);
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  return cut(parsed.href, URL_CHARS);
}

function stamp(at: number, url: string): { ts: string; url: string } {
  return { ts: new Date(at).toISOString(), url: plainUrl(url) };
}

function chunkOf(stream: Chunk["stream"], events: readonly object[]): Chunk {
  const text = events.map((event) => JSON.stringify(event)).join(",");
  return { stream, events: text, count: events.length, errors: 0 };
}
