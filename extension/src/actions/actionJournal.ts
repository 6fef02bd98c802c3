// Recorded actions that were not sent yet: new actions are sent at once, changes a little later.

import { URL_CHARS } from "../generated/limits.js";
import type { DomSnapshot, EnhancedAction } from "../generated/wire.js";
import type { Chunk } from "../shared/messages.js";
import { exactPrefix } from "./selectors/elementText.js";

const ACTION_DELAY_MS = 100; // how long what only changes an action waits for more

export type Action = EnhancedAction & { id: string; timestamp: number };
/** The recorder's part of an action; id, time and page are added. */
export type ActionFields = Omit<EnhancedAction, "id" | "ts" | "timestamp" | "url">;

export class ActionJournal {
  /** The previous action, which later events may update. */
  last: Action | null = null;
  private readonly unsent = new Set<Action>();
  private snapshots: DomSnapshot[] = [];
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `client` is unique per document, so that ids never collide. */
  constructor(
    private readonly client: string,
    private readonly handOver: (chunks: Chunk[]) => void,
  ) {}

  record(fields: ActionFields, at = Date.now(), url = location.href): Action {
    const action: Action = { id: this.nextId(), ...stamp(at, url), timestamp: at, ...fields };
    this.last = action;
    this.unsent.add(action);
    // Sent before the page's own listeners run, because one of them may never return.
    queueMicrotask(this.flush);
    return action;
  }

  /** Sends an update of the same action. */
  revise(action: Action, changes: Partial<ActionFields>): void {
    Object.assign(action, changes);
    this.unsent.add(action);
    this.timer ??= setTimeout(this.flush, ACTION_DELAY_MS);
  }

  snapshot(shown: Omit<DomSnapshot, "id" | "ts" | "url">): DomSnapshot {
    const snapshot = { id: this.nextId(), ...stamp(Date.now(), location.href), ...shown };
    this.sendSnapshot(snapshot);
    return snapshot;
  }

  /** A new action, or an update. */
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

  /** Discards unsent actions. */
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

/** The URL without user name and password. */
export function plainUrl(url: string): string {
  if (!url.includes("@") || !URL.canParse(url)) return exactPrefix(url, URL_CHARS);
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  return exactPrefix(parsed.href, URL_CHARS);
}

function stamp(at: number, url: string): { ts: string; url: string } {
  return { ts: new Date(at).toISOString(), url: plainUrl(url) };
}

function chunkOf(stream: Chunk["stream"], events: readonly object[]): Chunk {
  const text = events.map((event) => JSON.stringify(event)).join(",");
  return { stream, events: text, count: events.length, errors: 0 };
}
