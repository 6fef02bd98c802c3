// Where an element is: the frames and the open shadow hosts around it.
import { FRAME_DEPTH } from "../generated/limits.js";
import type { EnhancedAction } from "../generated/wire.js";
import { uniqueCss } from "./selectors/cssPath.js";
import { hostsOf } from "./selectors/survey.js";

/** What an action says of its place; nothing for an element of the page itself. */
export function placeOf(element: Element): Pick<EnhancedAction, "frame" | "shadow"> {
  const frame = framesAround(window)?.map(uniqueCss) ?? [];
  const shadow = hostsOf(element).slice(-FRAME_DEPTH).map(uniqueCss);
  return { ...(frame.length > 0 && { frame }), ...(shadow.length > 0 && { shadow }) };
}

/** Outermost first; null where a frame on the way belongs to another origin: then nobody can say how to get there. */
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
