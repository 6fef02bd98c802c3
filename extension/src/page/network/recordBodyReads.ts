// Watches how the page reads bodies at once (`json()`, `text()`, …): for the capture of bodies, and for reads that fail.

import type { MutedErrors } from "../core/mutedErrors.js";
import { promiseThen } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { hideOwnFramesInText } from "../core/stacks.js";
import type { BodyLoader } from "./bodyLoader.js";
import { type BodyRead, beginRead, endRead, rememberClone } from "./failedReads.js";

const { Request, Response } = globalThis;

const READERS = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"];

export function recordBodyReads(hooks: Hooks, muted: MutedErrors, bodies: BodyLoader): Undo {
  if (!Response) return hooks.undo;
  muted.watch();
  for (let i = 0; i < READERS.length; i++) watchReader(hooks, READERS[i] as string, muted, bodies);
  hooks.patch(Response.prototype, "clone", {
    __proto__: null,
    afterCall: (copy, _, self) => {
      bodies.pageCopied(self as Response, copy as Response);
      rememberClone(self as Response, copy as Response);
    },
  });
  hooks.patch(Request.prototype, "json", {
    __proto__: null,
    afterCall: (promise) => follow(promise as Promise<unknown>, (error) => muted.unmuted(error), hooks),
  });
  return hooks.undo;
}

function watchReader(hooks: Hooks, reader: string, muted: MutedErrors, bodies: BodyLoader): void {
  hooks.patch(Response.prototype, reader, {
    __proto__: null,
    beforeCall: (self) => begin(self as Response, reader, hooks, bodies),
    afterCall: (promise, read) => {
      const onError = (error: unknown) => end(error, read as BodyRead, muted);
      return follow(promise as Promise<unknown>, onError, hooks);
    },
  });
}

function begin(response: Response, reader: string, hooks: Hooks, bodies: BodyLoader): BodyRead {
  bodies.pageReads(response);
  return beginRead(response, reader, hooks);
}

function end(error: unknown, read: BodyRead, muted: MutedErrors): unknown {
  const given = muted.unmuted(error);
  endRead(read, given);
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
