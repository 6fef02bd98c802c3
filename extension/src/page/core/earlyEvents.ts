// Events from before the settings are known: held, bounded, filtered on release.
import type { StreamName } from "../../generated/wire.js";
import { keepsLevel, type Level } from "../../shared/keepsLevel.js";
import type { CaptureLevel } from "../../shared/settings.js";

export const MAX_CHUNK_ENTRIES = 500; // entries a page hands over at once under load
export const CHUNK_CHARS = 131_072; // JSON characters a page hands over at once

export const MAX_EARLY_CHUNKS = 20; // chunks held while the settings are read

export interface Held {
  stream: StreamName;
  event: string;
  level: Level | undefined;
  errors: number;
  /** The one that came after it: a page's first burst is large, and a link costs less than a place in a list. */
  next: Held | null;
}

function contains(streams: readonly StreamName[], wanted: StreamName): boolean {
  for (let i = 0; i < streams.length; i++) if (streams[i] === wanted) return true;
  return false;
}

export interface EarlyEvents {
  /** Events that had to go because the settings took too long. */
  lost: number;
  heldCount: number;
  add: (held: Held) => void;
  /** `off`: streams that a person has switched off. */
  release: (level: CaptureLevel, off: readonly StreamName[], put: (held: Held) => void) => void;
}

/** Variables take less of page.js than fields. */
export function createEarlyEvents(): EarlyEvents {
  let chars = 0;
  let first: Held | null = null;
  let last: Held | null = null;

  const forgetOldest = (): void => {
    if (first === null) return;
    chars -= first.event.length;
    first = first.next;
    early.heldCount--;
    early.lost++;
  };

  const early: EarlyEvents = {
    lost: 0,
    heldCount: 0,
    add: (held) => {
      if (last === null) first = held;
      else last.next = held;
      last = held;
      early.heldCount++;
      chars += held.event.length;
      if (early.heldCount > MAX_EARLY_CHUNKS * MAX_CHUNK_ENTRIES || chars > MAX_EARLY_CHUNKS * CHUNK_CHARS)
        forgetOldest();
    },
    release: (level, off, put) => {
      for (let held = first; held !== null; held = held.next) {
        if (keepsLevel(level, held.level) && !contains(off, held.stream)) put(held);
      }
    },
  };
  return early;
}
