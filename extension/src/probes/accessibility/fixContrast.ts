// How to mend a contrast: the nearest colour that passes, computed.
import { nearestPassing } from "./contrast.js";
import type { FailedNode } from "./failedNode.js";

interface ContrastData {
  fgColor?: string;
  bgColor?: string;
  expectedContrastRatio?: string;
}

export function fixContrast(node: FailedNode): string {
  const { fgColor, bgColor, expectedContrastRatio } = (node.checks[0]?.data ?? {}) as ContrastData;
  const required = Number.parseFloat(expectedContrastRatio ?? "");
  if (fgColor === undefined || bgColor === undefined || Number.isNaN(required)) {
    return "Make the text darker or the background lighter, or the other way round";
  }
  const colour = nearestPassing(fgColor, bgColor, required);
  if (colour === null) {
    return `No foreground color reaches a ${required}:1 contrast ratio on ${bgColor}: change the background color, too`;
  }
  const also =
    node.opacity < 1 ? `, and raise its opacity (${node.opacity}) to 1, which pales any color` : "";
  return `Change foreground color to at least ${colour} for ${required}:1 contrast ratio${also}`;
}
