// Reads the beginning of a body from a copy of its own, then lets the copy go.
import { clearTimer, promiseThen, setTimer } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import type { Truncated } from "../core/truncateToBytes.js";
import { BodyPrefix } from "./bodyPrefix.js";
import { type Body, getReader, type Piece, readPiece, stopReading } from "./bodyStream.js";

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
    if (!isComplete) stopReading(reader);
    onEnd(prefix.truncated(isComplete));
  });
  const onPiece = hooks.guard((piece: Piece) => {
    if (isOver) return;
    if (piece.done) end(true);
    else if (prefix.add(piece.value)) next();
    else end(false);
  });
  const next = () => void promiseThen(readPiece(reader), onPiece, () => end(false));
  const timer = setTimer(() => end(false), waitMs);
  next();
}
