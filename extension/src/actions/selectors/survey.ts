// One pass over all elements around a target, in Playwright's match order.

import { find, isShadowRoot, type Root, rootOf, shadowRootOf } from "../../dom/readDom.js";

const ELEMENTS_SURVEYED = 5_000; // in a larger page only what a CSS selector can tell is proved unique

export interface Survey {
  /** The document, or the innermost shadow host's tree, and the open shadow trees in it. */
  roots: Root[];
  /** All elements, those of a tree before those of the shadow trees in it; null if there are too many to look at. */
  elements: Element[] | null;
}

/** Every selector of an element is meant inside the innermost shadow host, if there is one. */
export function surveyAround(element: Element): Survey {
  const root = rootOf(element) as Root;
  const roots: Root[] = [root];
  const elements: Element[] = [];
  let isComplete = true;
  for (let at = 0; at < roots.length; at++) {
    const inside = find(roots[at] as Root, "*");
    isComplete &&= elements.length + inside.length <= ELEMENTS_SURVEYED;
    if (!isComplete) break;
    for (const each of inside) {
      elements.push(each);
      // Asked twice, since the quick way may be shadowed by a form's field and the safe one takes five times as long.
      if (each.shadowRoot === null) continue;
      const shadow = shadowRootOf(each);
      if (shadow !== null) roots.push(shadow);
    }
  }
  return { roots, elements: isComplete ? elements : null };
}

export function findAround({ roots }: Survey, selector: string): Element[] {
  return roots.flatMap((root) => find(root, selector));
}

/** The open shadow hosts around an element, outermost first. */
export function hostsOf(element: Element): Element[] {
  const root = rootOf(element);
  return isShadowRoot(root) ? [...hostsOf(root.host), root.host] : [];
}
