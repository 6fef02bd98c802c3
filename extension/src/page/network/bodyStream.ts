// The stream of a body that we have to ourselves, mostly of a copy: its natives, and how to let it go.
import { method, promiseThen } from "../core/natives.js";

const { ReadableStream, ReadableStreamDefaultReader } = globalThis;
export const getReader = method<Reader>(ReadableStream, "getReader");
export const readPiece = method<Promise<Piece>>(ReadableStreamDefaultReader, "read");
const cancelReader = method<Promise<unknown>>(ReadableStreamDefaultReader, "cancel");
const cancelStream = method<Promise<unknown>>(ReadableStream, "cancel");

export type Body = ReadableStream<Uint8Array>;
export type Reader = ReadableStreamDefaultReader<Uint8Array>;
export type Piece = ReadableStreamReadResult<Uint8Array>;

/** For a copy that is not wanted after all: unread, it would hold on to the body. */
export function discard(body: Body): void {
  promiseThen(cancelStream(body), nothing, nothing);
}

export function stopReading(reader: Reader): void {
  promiseThen(cancelReader(reader), nothing, nothing);
}

export function nothing(): void {}
