// Taps a body that the page pipes on: our own pipe, which changes nothing, is inserted before the page's.

import { getOwnPropertyDescriptor, getter, itemAt, method } from "../core/natives.js";
import { whole } from "../network/bodyText.js";
import { BodyTap } from "./bodyTap.js";
import { takeStream } from "./receivedBody.js";

const { ReadableStream, TransformStream, TransformStreamDefaultController, WritableStream } = globalThis;
const { TextDecoderStream, CompressionStream, DecompressionStream } = globalThis;
const isLocked = getter<boolean>(ReadableStream, "locked");
const isWritableLocked = getter<boolean>(WritableStream, "locked");
const pipeThrough = method<ReadableStream>(ReadableStream, "pipeThrough") as (
  stream: unknown,
  transform: TransformStream,
) => ReadableStream;
const enqueue = method<void>(TransformStreamDefaultController, "enqueue") as (
  controller: unknown,
  piece: Uint8Array,
) => void;

const WRITABLES = [
  getter<unknown>(TransformStream, "writable"),
  getter<unknown>(TextDecoderStream, "writable"),
  getter<unknown>(DecompressionStream, "writable"),
  getter<unknown>(CompressionStream, "writable"),
];

/** For `body.pipeThrough(transform)`: what it is called on instead of the body. */
export function tappedForTransform(body: unknown, args: readonly unknown[]): unknown {
  return tapped(body, args, writableOf(itemAt(args, 0)));
}

/** For `body.pipeTo(writable)`. */
export function tappedForWritable(body: unknown, args: readonly unknown[]): unknown {
  return tapped(body, args, itemAt(args, 0));
}

/** Nothing may be refused once the body is in our pipe, so that only the plain cases are tapped. */
function tapped(body: unknown, args: readonly unknown[], writable: unknown): unknown {
  if (!isFree(body, isLocked)) return undefined;
  const exchange = takeStream(body as object);
  if (!exchange) return undefined;
  if (args.length !== 1 || !isFree(writable, isWritableLocked)) {
    exchange.received(whole("[Stream: not read]"));
    return undefined;
  }
  return pipeThrough(body, transformOf(new BodyTap(exchange)));
}

/** Without a prototype, as in recordStreams.ts. */
const NO_OPTIONS = { __proto__: null } as object;

function transformOf({ onPiece }: BodyTap): TransformStream {
  const transformer = {
    __proto__: null,
    transform(value: Uint8Array, controller: unknown) {
      onPiece({ done: false, value });
      enqueue(controller, value);
    },
    flush: () => onPiece({ done: true, value: undefined }),
  };
  return new TransformStream(transformer as Transformer, NO_OPTIONS, NO_OPTIONS);
}

function isFree(stream: unknown, locked: (of: unknown) => boolean): boolean {
  // The natives throw for what is not theirs.
  try {
    return !locked(stream);
  } catch {
    return false;
  }
}

/** Reads only the browser's own transforms: looking at others would run code of the page. */
function writableOf(transform: unknown): unknown {
  for (let i = 0; i < WRITABLES.length; i++) {
    try {
      const writable = WRITABLES[i]?.(transform);
      return isPlain(transform as object) ? writable : undefined;
    } catch {
      // Not of this kind.
    }
  }
  return undefined;
}

function isPlain(transform: object): boolean {
  return !getOwnPropertyDescriptor(transform, "writable") && !getOwnPropertyDescriptor(transform, "readable");
}
