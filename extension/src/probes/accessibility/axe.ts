// axe-core as the worker injects it: into the isolated world of the page and of its same-origin frames.
import type axeCore from "axe-core";
import type { CrossTreeSelector } from "axe-core";

export type Axe = typeof axeCore & { frameMessenger(messenger: FrameMessenger): void };

interface FrameMessenger {
  open: () => void;
  post: () => boolean;
}

/** Null where there is none yet, and where the window belongs to another origin. */
export function axeOf(view: Window | null): Axe | null {
  try {
    const { axe } = view as { axe?: Axe } & Window;
    // An element of the page with that id has the name, too.
    return typeof axe?.runPartial === "function" ? silenced(axe) : null;
  } catch {
    return null;
  }
}

/** It would use the page's own messages. */
function silenced(axe: Axe): Axe {
  axe.frameMessenger({ open: () => undefined, post: () => false });
  return axe;
}

/** The window of a frame that axe names. */
export function windowOf(axe: Axe, frame: CrossTreeSelector): Window | null {
  const element = axe.utils.shadowSelect(frame) as HTMLIFrameElement | null;
  return element?.contentWindow ?? null;
}
