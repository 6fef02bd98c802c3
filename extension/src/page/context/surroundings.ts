// The components around an element, whichever framework made it.
import { COMPONENT_HOPS } from "../../generated/limits.js";
import type { Ancestry } from "./component.js";
import { ancestryDeadline, type Deadline } from "./deadline.js";
import { parentOf } from "./parentOf.js";
import { type Fiber, fiberOf, reactAncestry } from "./react.js";
import { svelteAncestry } from "./svelte.js";
import { vueAncestry } from "./vue.js";

export interface Surroundings {
  ancestry: Ancestry;
  /** Where state may be found later. */
  fiber?: Fiber | undefined;
}

/** Of the first node that a framework knows. Read at once: after an error a framework may take the components down. */
export function surroundingsOf(candidates: readonly Node[]): Surroundings | undefined {
  const deadline = ancestryDeadline();
  for (let i = 0; i < candidates.length; i++) {
    const found = surroundingsAt(candidates[i] as Node, deadline);
    if (found) return found;
  }
  return undefined;
}

function surroundingsAt(inside: Node, deadline: Deadline): Surroundings | undefined {
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
