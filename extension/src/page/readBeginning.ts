// Reads the beginning of a body from a copy of its own, then lets the copy go.
import { Beginning } from "./beginning.js";
import type { Cut } from "./cutToBytes.js";
import { clearTimer, method, promiseThen, setTimer } from "./natives.js";
import type { Hooks } from "./patch.js";

const { ReadableStream, ReadableStreamDefaultReader } = globalThis;
const getReader = method<Reader>(ReadableStream?.prototype, "getReader");
const read = method<Promise<Piece>>(ReadableStreamDefaultReader?.prototype, "read");
const cancel = method<Promise<unknown>>(ReadableStreamDefaultReader?.prototype, "cancel");
const cancelStream = method<Promise<unknown>>(ReadableStream?.prototype, "cancel");

export type Body = ReadableStream<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Piece = ReadableStreamReadResult<Uint8Array>;

export interface Reading {
  maxBytes: number;
  /** What has come by then is all. */
  waitMs: number;
  hooks: Hooks;
}

/** Calls back once, with what came in time. */
export function readBeginning(
  body: Body,
  { maxBytes, waitMs, hooks }: Reading,
  onEnd: (cut: Cut) => void,
): void {
  const reader = getReader(body);
  const beginning = new Beginning(maxBytes);
  let isOver = false;
  const end = hooks.guard((isWhole: boolean) => {
    if (isOver) return;
    isOver = true;
    clearTimer(timer);
    if (!isWhole) promiseThen(cancel(reader), nothing, nothing);
    onEnd(beginning.cut(isWhole));
  });
  const onPiece = hooks.guard((piece: Piece) => {
    if (isOver) return;
    if (piece.done) end(true);
    else if (beginning.add(piece.value)) next();
    else end(false);
  });
  const next = () => void promiseThen(read(reader), onPiece, () => end(false));
  const timer = setTimer(() => end(false), waitMs);
  next();
}

/** For a copy that is not wanted after all: unread, it would hold on to the body. */
export function discard(body: Body): void {
  promiseThen(cancelStream(body), nothing, nothing);
}

function nothing(): void {}
