// Chooses the best evidence of where an error happened: a component stack, a boundary, an element.
import { append, itemAt } from "../core/natives.js";
import { type Ancestry, type Component, component } from "./component.js";
import type { ComponentStack } from "./componentStack.js";
import { reactAncestry } from "./react.js";

export interface Evidence {
  trace: ComponentStack | null;
  /** The component that failed, where only its name is known. */
  culprit: string;
  /** A boundary that has just caught an error. */
  boundary: object | undefined;
  /** What was below it, down to the component that failed. */
  fallen: Ancestry | undefined;
  /** Around an element that was in use. */
  around: Ancestry | undefined;
}

/** The frameworks in the order in which they are looked for. */
export function chooseAncestry({ trace, culprit, boundary, fallen, around }: Evidence): Ancestry | undefined {
  const caught = boundary && reactAncestry(boundary);
  if (fallen) return fallen;
  if (trace) return withKeys(trace, caught ?? around);
  if (caught) return culprit ? below(caught, culprit) : caught;
  return around;
}

function below({ framework, components }: Ancestry, leaf: string): Ancestry {
  const all: Component[] = [component(leaf)];
  for (let i = 0; i < components.length; i++) append(all, components[i] as Component);
  return { framework, components: all };
}

/** A stack has names only; the keys come from components that still live, as far as their names agree. */
function withKeys({ framework, names }: ComponentStack, living: Ancestry | undefined): Ancestry {
  const known = living?.components ?? [];
  const components: Component[] = [];
  let next = indexOfName(known, itemAt(names, 0));
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const candidate = itemAt(known, next);
    const isKnown = candidate?.name === name;
    append(components, isKnown ? candidate : component(name));
    if (isKnown) next++;
  }
  return { framework, components };
}

/** The element that was in use may be inside of the component that failed; 0 if it is not. */
function indexOfName(known: readonly Component[], name: string | undefined): number {
  for (let i = 0; i < known.length; i++) if (known[i]?.name === name) return i;
  return 0;
}
