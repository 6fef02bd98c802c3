// Collects events as JSON text and sends them: at once when idle, in chunks under load.
import { STREAM_NAMES, type StreamName } from "../../generated/wire.js";
import type { Level } from "../../shared/keepsLevel.js";
import type { Chunk, Dropped } from "../../shared/messages.js";
import type { CaptureLevel } from "../../shared/settings.js";
import { CHUNK_CHARS, EarlyEvents, MAX_CHUNK_ENTRIES } from "./earlyEvents.js";
import { append, elapsed, microtask, min, setTimer } from "./natives.js";

export const CHUNK_INTERVAL_MS = 100; // full chunks that follow each other faster become one
export const CHUNKS_JOINED = 4; // as many of them at most
export const BATCH_DELAY_MS = 50; // under load; an idle page hands over at once
export const BATCH_DELAY_MAX_MS = 500; // under load that lasts; errors and questions do not wait for it

/** `errors`: how many errors the event reports for the first time. */
export type Emit = (stream: StreamName, event: string, level?: Level, errors?: number) => void;

/** `isEarly`: the settings are not known yet. */
type HandOver = (chunks: Chunk[], dropped: Dropped, isEarly: boolean) => void;

export class Outbox {
  private chunks = emptyChunks();
  private dropped: Dropped | null = null;
  private count = 0;
  private chars = 0;
  /** When something was handed over last, in milliseconds after the page's start. */
  private handedOverMs = -CHUNK_INTERVAL_MS;
  private isScheduled = false;
  /** Something was handed over less than `delayMs` ago. */
  private isUnderLoad = false;
  /** Grows while the load lasts, because each hand-over costs every process on the way. */
  private delayMs = BATCH_DELAY_MS;
  private isUrgent = false;
  private early: EarlyEvents | null = new EarlyEvents();
  private isClosed = false;
  /** What is handed over now has not been compared with the settings. */
  private isEarly = false;

  private readonly handOver: HandOver;
  private readonly isHeard: () => boolean;

  constructor(handOver: HandOver, isHeard: () => boolean) {
    this.handOver = handOver;
    this.isHeard = isHeard;
  }

  readonly emit: Emit = (stream, event, level, errors = 0) => {
    if (this.isClosed) return;
    if (this.early === null) return this.put(stream, event, errors);
    this.early.add({ stream, event, level, errors, next: null });
    this.schedule();
  };

  /** Counts what had to go, under the name of the bound. */
  drop(name: string, count: number): void {
    this.dropped ??= { __proto__: null } as unknown as Dropped;
    this.dropped[name] = (this.dropped[name] ?? 0) + count;
    this.schedule();
  }

  /** The settings are known: what was held goes out as far as they want it, and from now on nothing is held. */
  open(level: CaptureLevel, off: readonly StreamName[] = []): void {
    const { early } = this;
    this.isClosed = false;
    this.early = null;
    if (early === null) return;
    if (early.lost > 0) this.drop("early_events", early.lost);
    early.release(level, off, ({ stream, event, errors }) => this.put(stream, event, errors));
  }

  /** The site is not captured any more, or, as it turns out, never was: then what was held is forgotten. */
  close(): void {
    this.flush();
    this.early = null;
    this.isClosed = true;
  }

  /** Hands over everything now, synchronously. */
  readonly flush = (): void => {
    if (this.early !== null || (this.count === 0 && this.dropped === null)) return;
    const chunks = this.filled();
    const dropped = this.dropped ?? {};
    this.reset();
    this.handedOverMs = elapsed();
    this.handOver(chunks, dropped, this.isEarly);
  };

  /** As `flush`; without settings it leaves the choice to the worker, because the page may be gone before they come. */
  readonly leave = (): void => {
    if (this.early === null) return this.flush();
    if (!this.isHeard()) return;
    this.isEarly = true;
    this.open("all");
    this.flush();
    this.isEarly = false;
    this.early = new EarlyEvents();
  };

  private put(stream: StreamName, event: string, errors: number): void {
    const chunk = this.chunks[stream];
    chunk.events = chunk.count === 0 ? event : `${chunk.events},${event}`;
    chunk.count++;
    chunk.errors += errors;
    this.count++;
    this.chars += event.length;
    // At once, not by a timer: a page in an endless loop never gets to its timers.
    if (this.isFull() && hasStackLeft()) this.flush();
    else if (errors > 0) this.hurry();
    else this.schedule();
  }

  /** A page that floods gets larger chunks: other processes work on each while the page needs the processor. */
  private isFull(): boolean {
    if (!this.holds(1)) return false;
    return this.holds(CHUNKS_JOINED) || elapsed() - this.handedOverMs >= CHUNK_INTERVAL_MS;
  }

  private holds(chunks: number): boolean {
    return this.count >= chunks * MAX_CHUNK_ENTRIES || this.chars >= chunks * CHUNK_CHARS;
  }

  /** An error does not wait longer than at the beginning of the load. */
  private hurry(): void {
    this.schedule();
    if (this.isUrgent || !this.isUnderLoad) return;
    setTimer(() => {
      this.isUrgent = false;
      this.leave();
    }, BATCH_DELAY_MS);
    this.isUrgent = true;
  }

  private schedule(): void {
    if (this.isScheduled || this.isUnderLoad) return;
    microtask(() => {
      this.isScheduled = false;
      this.leave();
      this.calmDown();
    });
    // Only now: on a full stack the call throws, and nothing is scheduled.
    this.isScheduled = true;
  }

  /** After a hand-over the next one waits, unless a chunk is full. */
  private calmDown(): void {
    this.isUnderLoad = true;
    setTimer(() => {
      this.isUnderLoad = false;
      if (this.isEmpty()) {
        this.delayMs = BATCH_DELAY_MS;
        return;
      }
      this.leave();
      this.delayMs = min(2 * this.delayMs, BATCH_DELAY_MAX_MS);
      this.calmDown();
    }, this.delayMs);
  }

  private isEmpty(): boolean {
    const isWaiting = this.early !== null && this.early.count > 0 && this.isHeard();
    return this.count === 0 && this.dropped === null && !isWaiting;
  }

  private filled(): Chunk[] {
    const filled: Chunk[] = [];
    for (let i = 0; i < STREAM_NAMES.length; i++) {
      const chunk = this.chunks[STREAM_NAMES[i] as StreamName];
      if (chunk.count > 0) append(filled, chunk);
    }
    return filled;
  }

  private reset(): void {
    this.chunks = emptyChunks();
    this.dropped = null;
    this.count = 0;
    this.chars = 0;
  }
}

/** Calls that a hand-over may need below it: the content script's listener runs on the same stack. */
const HAND_OVER_CALLS = 400;

/** False for a page that recurses without end: what is there is handed over when the page has come back from it. */
function hasStackLeft(): boolean {
  try {
    return descend(HAND_OVER_CALLS);
  } catch {
    return false;
  }
}

function descend(calls: number): boolean {
  return calls === 0 || descend(calls - 1);
}

function emptyChunks(): Record<StreamName, Chunk> {
  const chunks = { __proto__: null } as unknown as Record<StreamName, Chunk>;
  for (let i = 0; i < STREAM_NAMES.length; i++) {
    const stream = STREAM_NAMES[i] as StreamName;
    chunks[stream] = { stream, events: "", count: 0, errors: 0 };
  }
  return chunks;
}
