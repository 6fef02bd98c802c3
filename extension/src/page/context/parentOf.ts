// The node around a node, out of shadow roots, too.
import { parentNode, shadowHost } from "../core/natives.js";

export function parentOf(node: Node): Node | null {
  return parentNode(node) ?? hostOf(node);
}

function hostOf(node: Node): Node | null {
  try {
    return shadowHost(node) ?? null;
  } catch {
    // No shadow root: the getter throws for everything else.
    return null;
  }
}
