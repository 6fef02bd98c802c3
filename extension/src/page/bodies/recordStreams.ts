// Records how the page reads responses piece by piece.

import { getPrototypeOf, method, promiseThen, weakMap } from "../core/natives.js";
import type { Hooks, Watch } from "../core/patch.js";
import { hideOwnFramesInText } from "../core/stacks.js";
import { BodyTap, type Piece } from "./bodyTap.js";
import { pageForked, takeStream } from "./receivedBody.js";
import { tappedForTransform, tappedForWritable } from "./tappedPipe.js";

const { ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader } = globalThis;
const { asyncIterator } = Symbol;
const valuesOf = method<object>(ReadableStream, "values");

function hideInRejection(promise: Promise<unknown>): Promise<unknown> {
  return promiseThen(
    promise,
    (value) => value,
    (error) => {
      hideOwnFramesInText(error);
      throw error;
    },
  );
}

/** Without them, the browser asks an empty object, and so the page's Object.prototype. */
const NO_OPTIONS = { __proto__: null } as object;

/** Readers and iterators of responses that are overheard. */
export function recordStreams(hooks: Hooks): void {
  if (!ReadableStream) return;
  const taps = weakMap<BodyTap>();
  const begin = (reader: unknown, stream: unknown) => {
    const exchange = takeStream(stream as object);
    if (exchange) taps.set(reader as object, new BodyTap(exchange));
  };
  const start: Watch = { __proto__: null, afterCall: (reader, _, self) => begin(reader, self) };
  const afterCall = (promise: unknown, _: unknown, self: unknown) => {
    const tap = typeof self === "object" && self !== null ? taps.get(self) : undefined;
    return tap?.isOver === false ? tap.listen(promise as Promise<Piece>) : undefined;
  };
  const stop: Watch = {
    __proto__: null,
    beforeCall: (self: unknown) => taps.get(self as object)?.end(false),
  };
  const read: Watch = { __proto__: null, afterCall };
  const iterators = getPrototypeOf(valuesOf(new ReadableStream(NO_OPTIONS, NO_OPTIONS)));
  hooks.patch(ReadableStream.prototype, "getReader", start);
  hooks.patch(ReadableStream.prototype, "values", start);
  hooks.patch(ReadableStream.prototype, asyncIterator, start);
  hooks.patch(ReadableStream.prototype, "pipeThrough", { __proto__: null, standIn: tappedForTransform });
  hooks.patch(ReadableStream.prototype, "pipeTo", {
    __proto__: null,
    standIn: tappedForWritable,
    afterCall: (promise) => hideInRejection(promise as Promise<unknown>),
  });
  hooks.patch(ReadableStream.prototype, "tee", {
    __proto__: null,
    afterCall: (forks, _, self) => pageForked(self as object, forks as ReadableStream[]),
  });
  hooks.patch(ReadableStreamDefaultReader.prototype, "read", read);
  hooks.patch(ReadableStreamDefaultReader.prototype, "cancel", stop);
  hooks.patch(ReadableStreamBYOBReader.prototype, "read", read);
  hooks.patch(ReadableStreamBYOBReader.prototype, "cancel", stop);
  hooks.patch(iterators, "next", read);
  hooks.patch(iterators, "return", stop);
}
