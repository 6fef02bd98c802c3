// The CSS path of an element: at most five levels, from the nearest id that can be relied on.
import {
  attributeOf,
  childrenOf,
  find,
  isDocument,
  isElement,
  parentOf,
  type Root,
  rootOf,
  tagOf,
} from "../../dom/read.js";
import { CSS_PATH_CLASSES, CSS_PATH_LEVELS } from "../../generated/limits.js";
import { isDynamicClass, isGeneratedId, isStateClass } from "./looksGenerated.js";

export function cssPath(element: Element): string {
  const root = rootOf(element) as Root;
  const parts: string[] = [];
  for (
    let at: Element | null = element;
    at !== null && parts.length < CSS_PATH_LEVELS;
    at = parentElementOf(at)
  ) {
    const id = ownId(at, root);
    if (id !== null) {
      parts.unshift(`#${CSS.escape(id)}`);
      break;
    }
    // Below the body a path says nothing more; the body alone is its own path.
    if (tagOf(at) === "body" && parts.length > 0) break;
    parts.unshift(step(at));
  }
  return parts.join(" > ");
}

/** For what has to be unique and has no `nth`: frames and shadow hosts. */
export function uniqueCss(element: Element): string {
  const root = rootOf(element) as Root;
  const path = cssPath(element);
  if (find(root, path).length === 1) return path;
  const parts: string[] = [];
  for (let at: Element | null = element; at !== null; at = parentElementOf(at)) parts.unshift(numbered(at));
  return parts.join(" > ");
}

/** The id, if no other element has it and no library made it up. */
export function ownId(element: Element, root: Root): string | null {
  const id = attributeOf(element, "id");
  if (id === null || id === "" || isGeneratedId(id)) return null;
  return find(root, `#${CSS.escape(id)}`).length === 1 ? id : null;
}

function step(element: Element): string {
  const selector = CSS.escape(tagOf(element)) + classes(element);
  return isAloneAmongSiblings(element, selector) ? selector : selector + position(element);
}

function numbered(element: Element): string {
  return CSS.escape(tagOf(element)) + (isDocument(parentOf(element) ?? document) ? "" : position(element));
}

function classes(element: Element): string {
  const names = (attributeOf(element, "class") ?? "").split(/\s+/).filter((name) => name !== "");
  const lasting = names
    .filter((name) => !isDynamicClass(name) && !isStateClass(name))
    .slice(0, CSS_PATH_CLASSES);
  return lasting.map((name) => `.${CSS.escape(name)}`).join("");
}

function isAloneAmongSiblings(element: Element, selector: string): boolean {
  const parent = parentOf(element);
  if (parent === null || isDocument(parent)) return true;
  const tag = tagOf(element);
  const siblings = childrenOf(parent as Element | ShadowRoot).filter(
    (sibling) => sibling !== element && tagOf(sibling) === tag,
  );
  return !siblings.some((sibling) => Element.prototype.matches.call(sibling, selector));
}

function position(element: Element): string {
  const parent = parentOf(element) as Element | ShadowRoot;
  return `:nth-child(${childrenOf(parent).indexOf(element) + 1})`;
}

function parentElementOf(element: Element): Element | null {
  const parent = parentOf(element);
  return parent !== null && isElement(parent) ? parent : null;
}
