// Events from before the settings are known: held, bounded, filtered on release.
import { CHUNK_CHARS, CHUNK_ENTRIES, EARLY_CHUNKS } from "../generated/limits.js";
import type { StreamName } from "../generated/wire.js";
import type { CaptureLevel } from "../shared/settings.js";
import { keepsLevel } from "./keepsLevel.js";
import { shift } from "./natives.js";
import type { Level } from "./outbox.js";

export interface Held {
  stream: StreamName;
  event: string;
  level: Level | undefined;
  errors: number;
}

function contains(streams: readonly StreamName[], wanted: StreamName): boolean {
  for (let i = 0; i < streams.length; i++) if (streams[i] === wanted) return true;
  return false;
}

export class EarlyEvents {
  /** Events that had to go because the settings took too long. */
  lost = 0;
  private readonly chunks: Held[][] = [[]];
  private chars = 0;

  add(held: Held): void {
    let chunk = this.chunks[this.chunks.length - 1] as Held[];
    if (chunk.length >= CHUNK_ENTRIES || this.chars >= CHUNK_CHARS) {
      chunk = this.chunks[this.chunks.length] = [];
      this.chars = 0;
      if (this.chunks.length > EARLY_CHUNKS) this.lost += (shift(this.chunks) as Held[]).length;
    }
    chunk[chunk.length] = held;
    this.chars += held.event.length;
  }

  /** `off`: streams that a person has switched off. */
  release(level: CaptureLevel, off: readonly StreamName[], put: (held: Held) => void): void {
    for (let i = 0; i < this.chunks.length; i++) {
      const chunk = this.chunks[i] as Held[];
      for (let k = 0; k < chunk.length; k++) {
        const held = chunk[k] as Held;
        if (keepsLevel(level, held.level) && !contains(off, held.stream)) put(held);
      }
    }
  }
}
