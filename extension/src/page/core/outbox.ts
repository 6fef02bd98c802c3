// Collects events as JSON text and sends them: at once when idle, in chunks under load.
import type { StreamName } from "../../generated/wire.js";
import type { Level } from "../../shared/keepsLevel.js";
import type { Chunk, Dropped } from "../../shared/messages.js";
import type { CaptureLevel } from "../../shared/settings.js";
import { appendFilled, emptyChunks, renew } from "./chunks.js";
import { CHUNK_CHARS, createEarlyEvents, type EarlyEvents, MAX_CHUNK_ENTRIES } from "./earlyEvents.js";
import { append, elapsed, microtask, min, setTimer } from "./natives.js";

export const CHUNK_INTERVAL_MS = 250; // full chunks that follow each other faster become one
export const CHUNKS_JOINED = 4; // as many of them at most
export const CHUNKS_HELD = 6; // such ones of a page that floods, until they are handed over together
export const BATCH_DELAY_MS = 50; // under load; an idle page hands over at once
export const BATCH_DELAY_MAX_MS = 500; // under load that lasts; errors and questions do not wait for it

const DELAY_GROWTH = 4;

/** `errors`: how many errors the event reports for the first time. */
export type Emit = (stream: StreamName, event: string, level?: Level, errors?: number) => void;

/** `isEarly`: the settings are not known yet. */
type HandOver = (chunks: Chunk[], dropped: Dropped, isEarly: boolean) => void;

export interface Outbox {
  emit: Emit;
  /** Counts what had to go, under the name of the bound. */
  drop: (name: string, lost: number) => void;
  /** The settings are known: what was held goes out as far as they want it, and from now on nothing is held. */
  open: (level: CaptureLevel, off?: readonly StreamName[]) => void;
  /** The site is not captured any more, or, as it turns out, never was: then what was held is forgotten. */
  close: () => void;
  /** Hands over everything now, synchronously. */
  flush: () => void;
  /** Like `flush`; without settings it leaves the choice to the worker, because the page may be gone before they come. */
  leave: () => void;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createOutbox(handOver: HandOver, isHeard: () => boolean): Outbox {
  let chunks = emptyChunks();
  /** Full ones, oldest first. */
  let sealed: Chunk[] = [];
  let dropped: Dropped | null = null;
  let count = 0;
  let chars = 0;
  /** When something was handed over last, in milliseconds after the page's start. */
  let handedOverMs = -CHUNK_INTERVAL_MS;
  let isScheduled = false;
  /** Something was handed over less than `delayMs` ago. */
  let isUnderLoad = false;
  /** Grows while the load lasts, because each hand-over costs every process on the way. */
  let delayMs = BATCH_DELAY_MS;
  let isUrgent = false;
  let early: EarlyEvents | null = createEarlyEvents();
  let isClosed = false;
  /** What is handed over now has not been compared with the settings. */
  let isEarly = false;

  const emit: Emit = (stream, event, level, errors = 0) => {
    if (isClosed) return;
    if (early === null) return put(stream, event, errors);
    early.add({ stream, event, level, errors, next: null });
    schedule();
  };

  const drop: Outbox["drop"] = (name, lost) => {
    dropped ??= { __proto__: null } as unknown as Dropped;
    dropped[name] = (dropped[name] ?? 0) + lost;
    schedule();
  };

  const open: Outbox["open"] = (level, off = []) => {
    const held = early;
    isClosed = false;
    early = null;
    if (held === null) return;
    if (held.lost > 0) drop("early_events", held.lost);
    held.release(level, off, ({ stream, event, errors }) => put(stream, event, errors));
  };

  const close = (): void => {
    flush();
    early = null;
    isClosed = true;
  };

  const flush = (): void => {
    if (early !== null || (count === 0 && dropped === null)) return;
    const filled = sealed;
    appendFilled(filled, chunks);
    const lost = dropped ?? {};
    chunks = emptyChunks();
    sealed = [];
    dropped = null;
    count = 0;
    chars = 0;
    handedOverMs = elapsed();
    handOver(filled, lost, isEarly);
  };

  const leave = (): void => {
    if (early === null) return flush();
    if (!isHeard()) return;
    isEarly = true;
    open("all");
    flush();
    isEarly = false;
    early = createEarlyEvents();
  };

  const put = (stream: StreamName, event: string, errors: number): void => {
    const chunk = chunks[stream];
    chunk.events = chunk.count === 0 ? event : `${chunk.events},${event}`;
    chunk.count++;
    chunk.errors += errors;
    count++;
    chars += event.length;
    if (
      chunk.count >= CHUNKS_JOINED * MAX_CHUNK_ENTRIES ||
      chunk.events.length >= CHUNKS_JOINED * CHUNK_CHARS
    ) {
      append(sealed, chunk);
      renew(chunks, stream);
    }
    // At once, not by a timer: a page in an endless loop never gets to its timers.
    if (isFull() && hasStackLeft()) flush();
    else if (errors > 0) hurry();
    else schedule();
  };

  /** A page that floods hands over rarely: other processes work on each chunk while the page needs the processor. */
  const isFull = (): boolean =>
    holds(1) && (holds(CHUNKS_HELD * CHUNKS_JOINED) || elapsed() - handedOverMs >= CHUNK_INTERVAL_MS);

  const holds = (full: number): boolean => count >= full * MAX_CHUNK_ENTRIES || chars >= full * CHUNK_CHARS;

  /** An error does not wait longer than at the beginning of the load. */
  const hurry = (): void => {
    schedule();
    if (isUrgent || !isUnderLoad) return;
    setTimer(() => {
      isUrgent = false;
      leave();
    }, BATCH_DELAY_MS);
    isUrgent = true;
  };

  const schedule = (): void => {
    if (isScheduled || isUnderLoad) return;
    microtask(() => {
      isScheduled = false;
      leave();
      calmDown();
    });
    // Only now: on a full stack the call throws, and nothing is scheduled.
    isScheduled = true;
  };

  /** After a hand-over the next one waits, unless a chunk is full. */
  const calmDown = (): void => {
    isUnderLoad = true;
    setTimer(() => {
      isUnderLoad = false;
      if (isEmpty()) {
        delayMs = BATCH_DELAY_MS;
        return;
      }
      leave();
      delayMs = min(DELAY_GROWTH * delayMs, BATCH_DELAY_MAX_MS);
      calmDown();
    }, delayMs);
  };

  const isEmpty = (): boolean => {
    const isWaiting = early !== null && early.heldCount > 0 && isHeard();
    return count === 0 && dropped === null && !isWaiting;
  };

  return { emit, drop, open, close, flush, leave };
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
