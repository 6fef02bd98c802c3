// Which document a question is about: the page's own, or that of a same-origin frame.

import { attributeOf, matches, urlOf } from "../dom/readDom.js";
import { Refusal } from "../shared/probeTypes.js";
import { pierce, splitSteps } from "./pierce.js";

const FRAMES = "iframe,frame";

/** `frame` is the number of a frame (0 is the first), a CSS selector of it, or part of its address; `a >>> b`
 * is the frame b inside the frame a. */
export function documentOf(frame: string | undefined): Document {
  if (frame === undefined) return document;
  return splitSteps(frame).reduce(stepInto, document);
}

function stepInto(outer: Document, step: string): Document {
  const frames = pierce(outer, FRAMES);
  const chosen = /^\d+$/.test(step)
    ? frames[Number(step)]
    : (bySelector(frames, step) ?? byUrl(frames, step));
  if (chosen === undefined) throw notFound(step, frames.length);
  const inner = innerDocument(chosen);
  if (inner === null) {
    throw new Refusal(
      "frame_cross_origin",
      `The frame ${JSON.stringify(step)} belongs to another origin or is sandboxed, so its content is closed.`,
      "Open its address in a tab of its own and ask there.",
    );
  }
  return inner;
}

function bySelector(frames: Element[], selector: string): Element | undefined {
  try {
    return frames.find((frame) => matches(frame, selector));
  } catch {
    return undefined; // not a selector: it may be part of a URL
  }
}

function byUrl(frames: Element[], part: string): Element | undefined {
  return frames.find((frame) => addressOf(frame).includes(part));
}

function addressOf(frame: Element): string {
  const inner = innerDocument(frame);
  return inner === null ? (attributeOf(frame, "src") ?? "") : urlOf(inner);
}

function innerDocument(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

function notFound(step: string, count: number): Refusal {
  const there = count === 0 ? "The page has no frames." : `There are ${count}: 0 is the first of them.`;
  return new Refusal(
    "frame_not_found",
    `There is no frame ${JSON.stringify(step)}. ${there}`,
    "List them with observe what=dom selector=iframe.",
  );
}
