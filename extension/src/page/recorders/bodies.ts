// Records how the page reads responses that are not copied beforehand, and the headers that XMLHttpRequests send.
import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import { Beginning } from "../beginning.js";
import type { Exchange, Exchanges } from "../exchanges.js";
import { getPrototypeOf, getter, memo, method, promiseThen } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { textOf } from "../readSafely.js";
import { pageCopied, pageReads, takeStream } from "../receivedBody.js";
import { hideOwnFramesInText } from "../stacks.js";
import { noteXhrHeader } from "../xhrHeaders.js";

const { Response, ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader } = globalThis;
const isUsed = getter<boolean>(Response?.prototype, "bodyUsed");
const bodyOf = getter<ReadableStream | null>(Response?.prototype, "body");
const isLocked = getter<boolean>(ReadableStream?.prototype, "locked");
const valuesOf = method<object>(ReadableStream?.prototype, "values");

type Piece = ReadableStreamReadResult<Uint8Array>;

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
  hooks.patch(ReadableStreamDefaultReader.prototype, "read", { after });
  hooks.patch(ReadableStreamDefaultReader.prototype, "cancel", stop);
  hooks.patch(ReadableStreamBYOBReader.prototype, "read", { after });
  hooks.patch(ReadableStreamBYOBReader.prototype, "cancel", stop);
  hooks.patch(iterators, "next", { after });
  hooks.patch(iterators, "return", stop);
}

/** Overhears one reading. */
class Tap {
  isOver = false;
  private readonly beginning = new Beginning(RESPONSE_BODY_BYTES);
  private hasNews = false;
  private readonly onPiece: (piece: Piece) => void;
  private readonly onError: (error: unknown) => void;

  constructor(private readonly exchange: Exchange) {
    this.onPiece = exchange.hooks.guard((piece: Piece) => this.take(piece));
    this.onError = exchange.hooks.guard((error: unknown) => {
      hideOwnFramesInText(error);
      this.end(false);
    });
    exchange.all.opened(exchange, () => this.sendSoFar());
  }

  /** The page gets a promise that settles with the same, after us. */
  hear(promise: Promise<Piece>): Promise<unknown> {
    return promiseThen(
      promise,
      (piece) => {
        this.onPiece(piece);
        return piece;
      },
      (error) => {
        this.onError(error);
        throw error;
      },
    );
  }

  end(isWhole: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    this.exchange.all.closed(this.exchange);
    this.exchange.received(this.beginning.cut(isWhole));
  }

  private take(piece: Piece): void {
    if (this.isOver) return;
    this.hasNews = true;
    if (piece.done) this.end(true);
    else if (!this.beginning.add(piece.value)) this.end(false);
  }

  private sendSoFar(): void {
    if (!this.hasNews || this.isOver) return;
    this.hasNews = false;
    this.exchange.received(this.beginning.cut(false));
  }
}
