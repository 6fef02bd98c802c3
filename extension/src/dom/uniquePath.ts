// A path that only one element of its root matches: `#list > li:nth-child(2)`.
import {
  attributeOf,
  childrenOf,
  find,
  isDocument,
  parentElementOf,
  parentOf,
  type Root,
  rootOf,
  tagOf,
} from "./readDom.js";

export interface UniquePath {
  steps: string[];
  /** Whether it begins at an id; otherwise it begins at the top of the root. */
  isAnchored: boolean;
}

/** From the nearest ancestor with a unique id that may be used, or from the root. */
export function uniquePath(element: Element, mayUse?: (id: string) => boolean): UniquePath {
  const root = rootOf(element) as Root;
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null; at = parentElementOf(at)) {
    const id = uniqueId(at, root, mayUse);
    if (id !== null) return { steps: [`#${CSS.escape(id)}`, ...steps], isAnchored: true };
    steps.unshift(numberedStep(at));
  }
  return { steps, isAnchored: false };
}

/** The element's id, if it may be used and no other element has it. */
export function uniqueId(
  element: Element,
  root: Root,
  mayUse: (id: string) => boolean = () => true,
): string | null {
  const id = attributeOf(element, "id");
  if (id === null || id === "" || !mayUse(id)) return null;
  return find(root, `#${CSS.escape(id)}`).length === 1 ? id : null;
}

export function position(element: Element): string {
  const parent = parentOf(element) as Element | ShadowRoot;
  return `:nth-child(${childrenOf(parent).indexOf(element) + 1})`;
}

function numberedStep(element: Element): string {
  const name = CSS.escape(tagOf(element));
  const parent = parentOf(element);
  return parent === null || isDocument(parent) || name === "body" ? name : name + position(element);
}
