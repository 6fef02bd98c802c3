// Reads the beginning of a body from a copy of its own, then lets the copy go.

import { clearTimer, method, promiseThen, setTimer } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import type { Truncated } from "../core/truncateToBytes.js";
import { BodyPrefix } from "./bodyPrefix.js";

const { ReadableStream, ReadableStreamDefaultReader } = globalThis;
const getReader = method<Reader>(ReadableStream, "getReader");
const read = method<Promise<Piece>>(ReadableStreamDefaultReader, "read");
const cancel = method<Promise<unknown>>(ReadableStreamDefaultReader, "cancel");
const cancelStream = method<Promise<unknown>>(ReadableStream, "cancel");

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
export function readBodyPrefix(
  body: Body,
  { maxBytes, waitMs, hooks }: Reading,
  onEnd: (truncated: Truncated) => void,
): void {
  const reader = getReader(body);
  const prefix = new BodyPrefix(maxBytes);
  let isOver = false;
  const end = hooks.guard((isComplete: boolean) => {
    if (isOver) return;
    isOver = true;
    clearTimer(timer);
    if (!isComplete) promiseThen(cancel(reader), nothing, nothing);
    onEnd(prefix.truncated(isComplete));
  });
  const onPiece = hooks.guard((piece: Piece) => {
    if (isOver) return;
    if (piece.done) end(true);
    else if (prefix.add(piece.value)) next();
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
