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

export class EarlyEvents {
  /** Events that had to go because the settings took too long. */
  lost = 0;
  count = 0;
  private chars = 0;
  private first: Held | null = null;
  private last: Held | null = null;

  add(held: Held): void {
    if (this.last === null) this.first = held;
    else this.last.next = held;
    this.last = held;
    this.count++;
    this.chars += held.event.length;
    if (this.isOverfull()) this.forgetOldest();
  }

  /** `off`: streams that a person has switched off. */
  release(level: CaptureLevel, off: readonly StreamName[], put: (held: Held) => void): void {
    for (let held = this.first; held !== null; held = held.next) {
      if (keepsLevel(level, held.level) && !contains(off, held.stream)) put(held);
    }
  }

  private isOverfull(): boolean {
    return this.count > MAX_EARLY_CHUNKS * MAX_CHUNK_ENTRIES || this.chars > MAX_EARLY_CHUNKS * CHUNK_CHARS;
  }

  private forgetOldest(): void {
    const { first } = this;
    if (first === null) return;
    this.first = first.next;
    this.count--;
    this.chars -= first.event.length;
    this.lost++;
  }
}
