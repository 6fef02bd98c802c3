// Events from before the settings are known: held, bounded, filtered on release.
import { CHUNK_CHARS, CHUNK_ENTRIES, EARLY_CHUNKS } from "../generated/limits.js";
import type { StreamName } from "../generated/wire.js";
import { keepsLevel, type Level } from "../shared/keepsLevel.js";
import type { CaptureLevel } from "../shared/settings.js";
import { shift } from "./natives.js";

export interface Held {
  stream: StreamName;
  event: string;
  level: Level | undefined;
  errors: number;
}

export class EarlyEvents {
  /** Events that had to go because the settings took too long. */
  lost = 0;
  count = 0;
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
    this.count++;
    this.chars += held.event.length;
  }

  release(level: CaptureLevel, put: (held: Held) => void): void {
    for (let i = 0; i < this.chunks.length; i++) {
      const chunk = this.chunks[i] as Held[];
      for (let k = 0; k < chunk.length; k++) {
        const held = chunk[k] as Held;
        if (keepsLevel(level, held.level)) put(held);
      }
    }
  }
}
