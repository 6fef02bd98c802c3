// Runs axe-core in the page and in each same-origin frame, and merges the results as axe does.
import type { AxeResults, ElementContext, PartialResult, PartialResults, RunOptions } from "axe-core";
import { within } from "../../shared/within.js";
import { type Axe, axeOf, windowOf } from "./axe.js";

const MAX_AUDIT_FRAMES = 50; // frames of one page that are audited
const AUDIT_FRAME_WAIT_MS = 10_000; // one frame of it; a frame that is removed never ends

export interface FramesAudit {
  results: AxeResults;
  /** Frames that belong to another origin, went away or came too late. */
  framesLeftOut: number;
}

export async function auditFrames(
  axe: Axe,
  context: ElementContext,
  options: RunOptions,
  signal: AbortSignal,
): Promise<FramesAudit> {
  // In the order that axe wants: each frame before those inside it. Null stands for one that was left out.
  const partials: PartialResults = [];
  const frames = contextsOf(axe, context, options);
  partials.push(await axe.runPartial(context, { ...options }));
  await auditInner(axe, frames, options, partials, signal);
  const framesLeftOut = partials.filter((partial) => partial === null).length;
  return { results: await axe.finishRun(partials, options), framesLeftOut };
}

type Frames = ReturnType<Axe["utils"]["getFrameContexts"]>;

function contextsOf(axe: Axe, context: ElementContext, options: RunOptions): Frames {
  return axe.utils.getFrameContexts(context, options);
}

async function auditInner(
  outer: Axe,
  frames: Frames,
  options: RunOptions,
  partials: PartialResults,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  for (const { frameSelector, frameContext } of frames) {
    const axe = partials.length > MAX_AUDIT_FRAMES ? null : axeOf(windowOf(outer, frameSelector));
    const inner = axe === null ? [] : contextsOf(axe, frameContext, options);
    const partial = axe && (await inTime(axe.runPartial(frameContext, { ...options })));
    signal.throwIfAborted();
    partials.push(partial);
    if (axe && partial) await auditInner(axe, inner, options, partials, signal);
  }
}

/** The timers of a frame that is removed stop, and so does its audit. */
async function inTime(run: Promise<PartialResult>): Promise<PartialResult | null> {
  try {
    return (await within(run, AUDIT_FRAME_WAIT_MS)) ?? null;
  } catch {
    return null;
  }
}
