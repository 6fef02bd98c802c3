// An element's location: the frames and open shadow hosts around it.
import type { EnhancedAction } from "../generated/wire.js";
import { uniqueCss } from "./selectors/cssPath.js";
import { hostsOf } from "./selectors/survey.js";

const FRAME_DEPTH = 10; // frames in frames, and shadow hosts in shadow hosts

/** The location fields of an action; empty for an element of the page itself. */
export function placeOf(element: Element): Pick<EnhancedAction, "frame" | "shadow"> {
  const frame = framesAround(window)?.map(uniqueCss) ?? [];
  const shadow = hostsOf(element).slice(-FRAME_DEPTH).map(uniqueCss);
  return { ...(frame.length > 0 && { frame }), ...(shadow.length > 0 && { shadow }) };
}

/** Outermost first; null if a frame on the path is cross-origin, because then the path is unknown. */
export function framesAround(inner: Window): Element[] | null {
  const frames: Element[] = [];
  for (let at: Window = inner; at !== at.parent; at = at.parent) {
    const frame = frameElementOf(at);
    if (frame === null || frames.length === FRAME_DEPTH) return null;
    frames.unshift(frame);
  }
  return frames;
}

function frameElementOf(inner: Window): Element | null {
  try {
    return inner.frameElement;
  } catch {
    return null; // another origin
  }
}
