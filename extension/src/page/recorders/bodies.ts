// Records how the page reads responses piece by piece, and the headers that XMLHttpRequests send.
import type { Exchanges } from "../exchanges.js";
import { getPrototypeOf, memo, method, promiseThen } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { textOf } from "../readSafely.js";
import { pageForked, takeStream } from "../receivedBody.js";
import { hideOwnFramesInText } from "../stacks.js";
import { type Piece, Tap } from "../tap.js";
import { tappedForTransform, tappedForWritable } from "../tappedPipe.js";
import { noteXhrHeader } from "../xhrHeaders.js";

const { XMLHttpRequest, ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader } = globalThis;
const { asyncIterator } = Symbol;
const valuesOf = method<object>(ReadableStream?.prototype, "values");

export function recordBodies(hooks: Hooks, exchanges: Exchanges): Undo {
  exchanges.hooks = hooks;
  hooks.onUndo(() => exchanges.set(false));
  hooks.patch(XMLHttpRequest.prototype, "setRequestHeader", {
    before: (_, args) => args,
    after: (_, args, self) => noteHeader(self as XMLHttpRequest, args as unknown[]),
  });
  if (ReadableStream) watchStreams(hooks);
  return hooks.undo;
}

function noteHeader(xhr: XMLHttpRequest, args: readonly unknown[]): void {
  noteXhrHeader(xhr, textOf(args[0]), textOf(args[1]));
}

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

/** Readers and iterators of responses that are overheard. */
function watchStreams(hooks: Hooks): void {
  const taps = memo<Tap>();
  const begin = (reader: unknown, stream: unknown) => {
    const exchange = takeStream(stream as object);
    if (exchange) taps.set(reader as object, new Tap(exchange));
  };
  const after = (promise: unknown, _: unknown, self: unknown) => {
    const tap = typeof self === "object" && self !== null ? taps.get(self) : undefined;
    return tap?.isOver === false ? tap.hear(promise as Promise<Piece>) : undefined;
  };
  const stop = { before: (self: unknown) => taps.get(self as object)?.end(false) };
  const iterators = getPrototypeOf(valuesOf(new ReadableStream()));
  hooks.patch(ReadableStream.prototype, "getReader", { after: (reader, _, self) => begin(reader, self) });
  hooks.patch(ReadableStream.prototype, "values", { after: (reader, _, self) => begin(reader, self) });
  hooks.patch(ReadableStream.prototype, asyncIterator, {
    after: (reader, _, self) => begin(reader, self),
  });
  hooks.patch(ReadableStream.prototype, "pipeThrough", { standIn: tappedForTransform });
  hooks.patch(ReadableStream.prototype, "pipeTo", {
    standIn: tappedForWritable,
    after: (promise) => hideInRejection(promise as Promise<unknown>),
  });
  hooks.patch(ReadableStream.prototype, "tee", {
    after: (forks, _, self) => pageForked(self as object, forks as ReadableStream[]),
  });
  hooks.patch(ReadableStreamDefaultReader.prototype, "read", { after });
  hooks.patch(ReadableStreamDefaultReader.prototype, "cancel", stop);
  hooks.patch(ReadableStreamBYOBReader.prototype, "read", { after });
  hooks.patch(ReadableStreamBYOBReader.prototype, "cancel", stop);
  hooks.patch(iterators, "next", { after });
  hooks.patch(iterators, "return", stop);
}
