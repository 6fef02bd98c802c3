// Parts of a page that change without a change of its document: a drawing, another document, a shadow tree.
import { find, shadowRootOf, tagOf } from "../dom/readDom.js";

const MAX_ELEMENTS = 20_000; // ours: a larger page is not searched
const OTHER_CONTENT = /^(canvas|iframe|frame|object|embed)$/;

/** Whether there are such parts, or too much to know. */
export function hasUnseenParts(): boolean {
  const elements = find(document, "*");
  return elements.length > MAX_ELEMENTS || elements.some((element) => isUnseen(element) && hasArea(element));
}

/** A custom element may have a closed shadow root. */
function isUnseen(element: Element): boolean {
  const tag = tagOf(element);
  return OTHER_CONTENT.test(tag) || tag.includes("-") || shadowRootOf(element) !== null;
}

function hasArea(element: Element): boolean {
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  return width > 0 && height > 0;
}
