// Records how the page reads responses that are not copied beforehand, and the headers that XMLHttpRequests send.
import type { Exchanges } from "../exchanges.js";
import { getPrototypeOf, getter, memo, method, promiseThen } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { textOf } from "../readSafely.js";
import { pageCopied, pageForked, pageReads, takeStream } from "../receivedBody.js";
import { hideOwnFramesInText } from "../stacks.js";
import { type Piece, Tap } from "../tap.js";
import { tappedForTransform, tappedForWritable } from "../tappedPipe.js";
import { noteXhrHeader } from "../xhrHeaders.js";

const { Response, ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader } = globalThis;
const isUsed = getter<boolean>(Response?.prototype, "bodyUsed");
const bodyOf = getter<ReadableStream | null>(Response?.prototype, "body");
const isLocked = getter<boolean>(ReadableStream?.prototype, "locked");
const valuesOf = method<object>(ReadableStream?.prototype, "values");

const WHOLE = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"];

export function recordBodies(hooks: Hooks, exchanges: Exchanges): Undo {
  exchanges.hooks = hooks;
  hooks.onUndo(() => exchanges.set(false));
  hooks.patch(XMLHttpRequest.prototype, "setRequestHeader", {
    before: (_, args) => args,
    after: (_, args, self) => noteHeader(self as XMLHttpRequest, args as unknown[]),
  });
  if (Response) watchResponses(hooks);
  if (ReadableStream) watchStreams(hooks);
  return hooks.undo;
}

function noteHeader(xhr: XMLHttpRequest, args: readonly unknown[]): void {
  noteXhrHeader(xhr, textOf(args[0]), textOf(args[1]));
}

function watchResponses(hooks: Hooks): void {
  for (let i = 0; i < WHOLE.length; i++) {
    hooks.patch(Response.prototype, WHOLE[i] as string, {
      before: (self) => readsWhole(self),
      after: (promise, isRefused) =>
        isRefused === true ? hideInRejection(promise as Promise<unknown>) : undefined,
    });
  }
  hooks.patch(Response.prototype, "clone", {
    after: (copy, _, self) => pageCopied(self as Response, copy as Response),
  });
}

/** Returns whether the call will be refused, with an error that has our frame in its stack. */
function readsWhole(self: unknown): boolean {
  if (isUnreadable(self)) return true;
  pageReads(self as Response);
  return false;
}

function isUnreadable(self: unknown): boolean {
  try {
    const body = bodyOf(self);
    return isUsed(self) || (body !== null && isLocked(body));
  } catch {
    // No response at all.
    return true;
  }
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
  hooks.patch(ReadableStream.prototype, Symbol.asyncIterator, {
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
