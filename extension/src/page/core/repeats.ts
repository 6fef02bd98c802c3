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
  seenCount: number;
  firstMs: number;
  lastMs: number;
  sentCount: number;
}

/** Sends an error, or counts it; returns the group if it is the first of its kind. */
export type Report = (key: string, fields: string) => Group | null;

export interface Repeats {
  report: Report;
  /** More fields for an entry that was sent: the same entry again, with them. */
  extend: (group: Group, fields: string) => void;
  /** Sends the counts so far; the windows stay open. */
  flush: () => void;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createRepeats(emit: Emit): Repeats {
  const groups = new NativeMap<string, Group>();
  let isTimed = false;

  const send = (group: Group): void => {
    const news = group.seenCount - group.sentCount;
    group.sentCount = group.seenCount;
    emit("logs", `${group.entry}${countFields(group)}}`, "error", news);
  };

  const sendCount = (group: Group): void => {
    if (group.seenCount > group.sentCount) send(group);
  };

  const close = (group: Group): void => {
    mapDelete(groups, group.key);
    sendCount(group);
  };

  const oldestGroup = (): Group | undefined => {
    const next = nextOfMap(mapEntries(groups));
    return next.done ? undefined : next.value[1];
  };

  const closeExpired = (): void => {
    for (let oldest = oldestGroup(); oldest; oldest = oldestGroup()) {
      const left = oldest.firstMs + REPEAT_WINDOW_MS - now();
      if (left > 0) return arm(left);
      close(oldest);
    }
  };

  /** One timer for all groups: they close in the order in which they were opened. */
  const arm = (ms: number): void => {
    if (isTimed) return;
    setTimer(() => {
      isTimed = false;
      closeExpired();
    }, ms);
    isTimed = true;
  };

  const makeRoom = (): void => {
    const oldest = mapSize(groups) >= MAX_REPEAT_GROUPS && oldestGroup();
    if (oldest) close(oldest);
  };

  const open = (key: string, fields: string, ms: number): Group => {
    const entry = `{"id":"${nextId()}","ts":"${isoOf(ms)}",${fields}`;
    const group = { key, entry, seenCount: 1, firstMs: ms, lastMs: ms, sentCount: 0 };
    mapSet(groups, key, group);
    arm(REPEAT_WINDOW_MS);
    return group;
  };

  return {
    report: (key, fields) => {
      const ms = now();
      const known = mapGet(groups, key);
      if (known && ms - known.firstMs < REPEAT_WINDOW_MS) {
        known.seenCount++;
        known.lastMs = ms;
        return null;
      }
      if (known) close(known);
      else makeRoom();
      const group = open(key, fields, ms);
      send(group);
      return group;
    },
    extend: (group, fields) => {
      group.entry += fields;
      send(group);
    },
    flush: () => {
      const entries = mapEntries(groups);
      for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) sendCount(next.value[1]);
    },
  };
}

function countFields(group: Group): string {
  if (group.seenCount === 1) return "";
  const seen = `"_firstSeen":"${isoOf(group.firstMs)}","_lastSeen":"${isoOf(group.lastMs)}"`;
  return `,"_aggregatedCount":${group.seenCount},${seen}`;
}
