// A unique selector of an element; through shadow roots as `host >>> inner`.

import {
  attributeOf,
  childrenOf,
  find,
  isDocument,
  isShadowRoot,
  parentElementOf,
  parentOf,
  type Root,
  rootOf,
  tagOf,
} from "../dom/readDom.js";
import { INTO } from "./pierce.js";

export function uniqueSelector(element: Element): string {
  const root = rootOf(element);
  const path = pathWithin(element, root as Root);
  return isShadowRoot(root) ? uniqueSelector(root.host) + INTO + path : path;
}

/** From the nearest ancestor with an id of its own, or from the root: `#list > li:nth-child(2)`. */
function pathWithin(element: Element, root: Root): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null; at = parentElementOf(at)) {
    const id = ownId(at, root);
    if (id !== null) return [id, ...steps].join(" > ");
    steps.unshift(step(at));
  }
  // Without an anchor the path would also match further down.
  return (isDocument(root) ? steps : [":host", ...steps]).join(" > ");
}

function ownId(element: Element, root: Root): string | null {
  const id = attributeOf(element, "id");
  if (id === null || id === "") return null;
  const selector = `#${CSS.escape(id)}`;
  return find(root, selector).length === 1 ? selector : null;
}

function step(element: Element): string {
  const name = CSS.escape(tagOf(element));
  const parent = parentOf(element);
  if (parent === null || isDocument(parent) || name === "body") return name;
  return `${name}:nth-child(${childrenOf(parent as Element | ShadowRoot).indexOf(element) + 1})`;
}
