// An element as data: tag, attributes, text and children, without secrets and bounded.

import { isSensitiveField } from "../dom/isSensitiveField.js";
import { attributesOf, childrenOf, isElement, shadowRootOf, tagOf } from "../dom/readDom.js";
import { REDACTED } from "../shared/isSensitiveName.js";
import { truncationPoint } from "../shared/truncationPoint.js";

export interface DomChild {
  tag: string;
  attributes: Record<string, string>;
  text: string;
  children?: DomChild[];
  /** The number of children that were left out. */
  childrenLeftOut?: number;
  /** The children of an open shadow root. */
  shadowRoot?: DomChild[];
}

const DOM_TEXT_CHARS = 500; // DOM-02
const MAX_DOM_ATTRIBUTES = 50; // attributes of one element
export const DOM_ATTRIBUTE_CHARS = 500; // as text; a data: URL is long

const NO_TEXT = /^(script|style|noscript|template)$/;
/** Read beyond the limit, because runs of white space shrink to one. */
const TEXT_READ = DOM_TEXT_CHARS * 4;
const SHOWN = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;

/** How much of an answer is left, in bytes. */
export interface Room {
  left: number;
}

export function attributesAsData(element: Element): Record<string, string> {
  const isSecret = isSensitiveField(element);
  const shown = attributesOf(element).slice(0, MAX_DOM_ATTRIBUTES);
  return Object.fromEntries(
    shown.map(({ name, value }) => [
      truncateToSafePoint(name, DOM_ATTRIBUTE_CHARS),
      isSecret && name === "value" ? REDACTED : truncateToSafePoint(value, DOM_ATTRIBUTE_CHARS),
    ]),
  );
}

/** The text content with its white space collapsed, without scripts and styles. */
export function textOf(element: Element): string {
  if (isSensitiveField(element)) return "";
  let text = "";
  const walker = Document.prototype.createTreeWalker.call(document, element, SHOWN, (node) =>
    isElement(node) && isTextless(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null && text.length < TEXT_READ; node = walker.nextNode()) {
    if (!isElement(node)) text += (node as Text).data;
  }
  return truncateToSafePoint(text.replace(/\s+/g, " ").trim(), DOM_TEXT_CHARS);
}

/** The subtree, as deep as asked and as long as there is room. */
export function childrenAsData(parent: Element | ShadowRoot, depth: number, room: Room): Subtree {
  const children: DomChild[] = [];
  const elements = childrenOf(parent);
  for (const child of elements) {
    const data: DomChild = { tag: tagOf(child), attributes: attributesAsData(child), text: textOf(child) };
    room.left -= bytesOf(data);
    if (room.left < 0) break;
    children.push(depth > 1 ? { ...data, ...subtreeOf(child, depth - 1, room) } : data);
  }
  const leftOut = elements.length - children.length;
  return leftOut > 0 ? { children, childrenLeftOut: leftOut } : { children };
}

export interface Subtree {
  children?: DomChild[];
  childrenLeftOut?: number;
  shadowRoot?: DomChild[];
}

/** The children of an element and of its open shadow root. */
export function subtreeOf(element: Element, depth: number, room: Room): Subtree {
  const root = shadowRootOf(element);
  const below = childrenAsData(element, depth, room);
  const shadow = root === null ? {} : { shadowRoot: childrenAsData(root, depth, room).children ?? [] };
  return below.children?.length === 0 && !below.childrenLeftOut ? shadow : { ...below, ...shadow };
}

export function bytesOf(data: unknown): number {
  return new TextEncoder().encode(JSON.stringify(data)).length;
}

/** Truncates so that neither a partial secret nor half a surrogate pair remains. */
export function truncateToSafePoint(text: string, chars: number): string {
  return text.length <= chars
    ? text.toWellFormed()
    : text.slice(0, truncationPoint(text, chars)).toWellFormed();
}

function isTextless(element: Element): boolean {
  return NO_TEXT.test(tagOf(element)) || isSensitiveField(element);
}
