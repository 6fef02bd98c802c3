// The probe `framePath`: which child of which child a frame is, from the top.
import type { FrameParams } from "../shared/probeTypes.js";
import { documentOf } from "./frames.js";

export function framePath({ frame }: FrameParams): number[] {
  const path: number[] = [];
  let at: Window | null = documentOf(frame).defaultView;
  for (; at !== null && at.parent !== at; at = at.parent) path.unshift(indexIn(at.parent, at));
  return path;
}

function indexIn(parent: Window, child: Window): number {
  let index = 0;
  while (index < parent.length && parent[index] !== child) index++;
  return index;
}
