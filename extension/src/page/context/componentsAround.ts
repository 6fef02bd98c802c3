// The components around an element, whichever framework made it.
import type { Ancestry } from "./component.js";
import { ancestryDeadline, COMPONENT_HOPS, type Deadline } from "./deadline.js";
import { parentOf } from "./parentOf.js";
import { reactAncestry } from "./react.js";
import { type Fiber, fiberOf } from "./reactNodes.js";
import type { Scene } from "./scene.js";
import { svelteAncestry } from "./svelte.js";
import { vueAncestry } from "./vue.js";

export interface NearbyComponents {
  ancestry: Ancestry;
  /** Where state may be found later. */
  fiber: Fiber | undefined;
}

/** The components of the first node that a framework knows. Read at once, because a framework may unmount them after an error. */
export function componentsAround({ candidates, fiber }: Scene): NearbyComponents | undefined {
  const deadline = ancestryDeadline();
  const ancestry = fiber && reactAncestry(fiber, deadline);
  if (ancestry && ancestry.components.length > 0) return { ancestry, fiber };
  for (let i = 0; i < candidates.length; i++) {
    const found = surroundingsAt(candidates[i] as Node, deadline);
    if (found) return found;
  }
  return undefined;
}

function surroundingsAt(inside: Node, deadline: Deadline): NearbyComponents | undefined {
  let node: Node | null = inside;
  for (let hops = 0; node !== null && hops < COMPONENT_HOPS && !deadline.isOver(); hops++) {
    const fiber = fiberOf(node);
    const ancestry = fiber
      ? reactAncestry(fiber, deadline)
      : (vueAncestry(node, inside, deadline) ?? svelteAncestry(node, deadline));
    if (ancestry && ancestry.components.length > 0) return { ancestry, fiber };
    node = parentOf(node);
  }
  return undefined;
}
