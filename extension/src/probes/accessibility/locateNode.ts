// Where a node of axe's results is: its frame, its selector in there, and the element itself.
import type { NodeResult } from "axe-core";
import { INTO } from "../pierce.js";
import { axeOf, windowOf } from "./axe.js";

type Target = NodeResult["target"];

export interface Place {
  /** A value for `frame` of query_dom; empty for the page itself. */
  frame: string;
  selector: string;
  /** Null for what has gone meanwhile. */
  element: Element | null;
}

/** Each step but the last leads into a frame; a step through shadow roots is a list. */
export function locate(target: Target): Place {
  const frames = target.slice(0, -1);
  return {
    frame: frames.map((step) => [step].flat().at(-1)).join(INTO),
    selector: target.slice(-1).flat().join(INTO),
    element: elementAt(target),
  };
}

function elementAt(target: Target): Element | null {
  let view: Window | null = window;
  for (const [at, step] of target.entries()) {
    const axe = axeOf(view);
    if (axe === null) return null;
    if (at === target.length - 1) return axe.utils.shadowSelect(step);
    view = windowOf(axe, step);
  }
  return null;
}
