// Watches how the page reads bodies at once (`json()`, `text()`, …): for the capture of bodies, and for reads that fail.
import { type BodyRead, beginRead, endRead, rememberClone } from "../failedReads.js";
import type { MutedErrors } from "../mutedErrors.js";
import { getter, promiseThen } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { pageCopied, pageReads } from "../receivedBody.js";
import { hideOwnFramesInText } from "../stacks.js";

const { Request, Response, ReadableStream } = globalThis;
const isUsed = getter<boolean>(Response?.prototype, "bodyUsed");
const bodyOf = getter<ReadableStream | null>(Response?.prototype, "body");
const isLocked = getter<boolean>(ReadableStream?.prototype, "locked");

const READERS = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"];

export function recordBodyReads(hooks: Hooks, muted: MutedErrors): Undo {
  if (!Response) return hooks.undo;
  muted.watch();
  for (let i = 0; i < READERS.length; i++) watchReader(hooks, READERS[i] as string, muted);
  hooks.patch(Response.prototype, "clone", {
    after: (copy, _, self) => {
      pageCopied(self as Response, copy as Response);
      rememberClone(self as Response, copy as Response);
    },
  });
  hooks.patch(Request.prototype, "json", {
    after: (promise) => follow(promise as Promise<unknown>, (error) => muted.unmuted(error), hooks),
  });
  return hooks.undo;
}

function watchReader(hooks: Hooks, reader: string, muted: MutedErrors): void {
  hooks.patch(Response.prototype, reader, {
    before: (self) => (isReadable(self) ? begin(self as Response, reader, hooks) : undefined),
    after: (promise, read) => {
      const onError = (error: unknown) => end(error, read as BodyRead | undefined, muted);
      return follow(promise as Promise<unknown>, onError, hooks);
    },
  });
}

function begin(response: Response, reader: string, hooks: Hooks): BodyRead {
  pageReads(response);
  return beginRead(response, reader, hooks);
}

function end(error: unknown, read: BodyRead | undefined, muted: MutedErrors): unknown {
  const given = muted.unmuted(error);
  if (read) endRead(read, given);
  return given;
}

/** The page gets a promise that settles as the browser's does, after us: were it the same, looking at it would handle it. */
function follow(
  promise: Promise<unknown>,
  onError: (error: unknown) => unknown,
  hooks: Hooks,
): Promise<unknown> {
  const guarded = hooks.guard((error: unknown) => {
    hideOwnFramesInText(error);
    return onError(error);
  });
  return promiseThen(
    promise,
    (value) => value,
    (error) => {
      throw guarded(error) ?? error;
    },
  );
}

function isReadable(self: unknown): boolean {
  try {
    const body = bodyOf(self);
    return !isUsed(self) && (body === null || !isLocked(body));
  } catch {
    // Not a response: the native throws.
    return false;
  }
}
