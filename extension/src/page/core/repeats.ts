// Counts the same error within a short time instead of sending it again.

import { MAX_REPEAT_GROUPS } from "../../generated/limits.js";
import {
  isoOf,
  mapDelete,
  mapEntries,
  mapGet,
  mapSet,
  mapSize,
  NativeMap,
  nextOfMap,
  now,
  setTimer,
} from "./natives.js";
import type { Emit } from "./outbox.js";
import { nextId } from "./stamp.js";

export const REPEAT_WINDOW_MS = 5_000; // ERR-04

/** One error and how often it came. */
export interface Group {
  key: string;
  /** The entry's JSON without its closing brace: an update repeats all of it, so that it can stand alone. */
  entry: string;
  count: number;
  firstMs: number;
  lastMs: number;
  sentCount: number;
}

/** Sends an error, or counts it; returns the group if it is the first of its kind. */
export type Report = (key: string, fields: string) => Group | null;

export class Repeats {
  private readonly groups = new NativeMap<string, Group>();
  private isTimed = false;

  private readonly emit: Emit;

  constructor(emit: Emit) {
    this.emit = emit;
  }

  readonly report: Report = (key, fields) => {
    const ms = now();
    const known = mapGet(this.groups, key);
    if (known && ms - known.firstMs < REPEAT_WINDOW_MS) {
      known.count++;
      known.lastMs = ms;
      return null;
    }
    if (known) this.close(known);
    else if (mapSize(this.groups) >= MAX_REPEAT_GROUPS) this.closeOldest();
    const group = this.open(key, fields, ms);
    this.send(group);
    return group;
  };

  /** More fields for an entry that was sent: the same entry again, with them. */
  readonly extend = (group: Group, fields: string): void => {
    group.entry += fields;
    this.send(group);
  };

  /** Sends the counts so far; the windows stay open. */
  readonly flush = (): void => {
    const entries = mapEntries(this.groups);
    for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) this.sendCount(next.value[1]);
  };

  private open(key: string, fields: string, ms: number): Group {
    const entry = `{"id":"${nextId()}","ts":"${isoOf(ms)}",${fields}`;
    const group = { key, entry, count: 1, firstMs: ms, lastMs: ms, sentCount: 0 };
    mapSet(this.groups, key, group);
    this.arm(REPEAT_WINDOW_MS);
    return group;
  }

  private close(group: Group): void {
    mapDelete(this.groups, group.key);
    this.sendCount(group);
  }

  private closeOldest(): void {
    const oldest = this.oldest();
    if (oldest) this.close(oldest);
  }

  private oldest(): Group | undefined {
    const next = nextOfMap(mapEntries(this.groups));
    return next.done ? undefined : next.value[1];
  }

  private sendCount(group: Group): void {
    if (group.count > group.sentCount) this.send(group);
  }

  private send(group: Group): void {
    const news = group.count - group.sentCount;
    group.sentCount = group.count;
    this.emit("logs", `${group.entry}${countFields(group)}}`, "error", news);
  }

  /** One timer for all groups: they close in the order in which they were opened. */
  private arm(ms: number): void {
    if (this.isTimed) return;
    setTimer(() => {
      this.isTimed = false;
      this.closeExpired();
    }, ms);
    this.isTimed = true;
  }

  private closeExpired(): void {
    for (let oldest = this.oldest(); oldest; oldest = this.oldest()) {
      const left = oldest.firstMs + REPEAT_WINDOW_MS - now();
      if (left > 0) return this.arm(left);
      this.close(oldest);
    }
  }
}

function countFields(group: Group): string {
  if (group.count === 1) return "";
  const seen = `"_firstSeen":"${isoOf(group.firstMs)}","_lastSeen":"${isoOf(group.lastMs)}"`;
  return `,"_aggregatedCount":${group.count},${seen}`;
}
