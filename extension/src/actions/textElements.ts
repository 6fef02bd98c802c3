// Elements that contain nothing but a text, and which of these texts a script can find.
import { matches, parentOf, tagOf } from "../dom/readDom.js";
import { APPEARED_TEXT_CHARS } from "../generated/limits.js";
import { elementText } from "./selectors/elementText.js";
import { isShown } from "./selectors/matching.js";
import { surveyAround } from "./selectors/survey.js";

const MIN_TEXT_CHARS = 3; // a shorter one is found by accident
const MAX_TEXT_NODES = 1_000; // ours: looked at below one node

const WORD = /\p{L}{2}/u;
const NO_TEXT = /^(script|style|noscript|head|template|title)$/;
/** What the user enters or chooses, and what is never shown. */
const NOT_SHOWN =
  'script,style,noscript,head,template,textarea,select,svg,[contenteditable]:not([contenteditable="false"])';

/** The elements below the node, or around it if it is a text. */
export function textElementsIn(node: Node): Set<Element> {
  const found = new Set<Element>();
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let text: Node | null = node.nodeType === Node.TEXT_NODE ? node : walker.nextNode();
  for (let count = 0; text !== null && count < MAX_TEXT_NODES; count++) {
    const parent = parentOf(text);
    if (parent instanceof Element && isTextElement(parent)) found.add(parent);
    text = walker.nextNode();
  }
  return found;
}

function isTextElement(element: Element): boolean {
  return element.firstElementChild === null;
}

/** Whether the text is short, has words, and is the page's. */
export function isNamedText(element: Element, text: string): boolean {
  if (text.length < MIN_TEXT_CHARS || text.length > APPEARED_TEXT_CHARS || !WORD.test(text)) return false;
  return isStillShown(element, text) && Element.prototype.closest.call(element, NOT_SHOWN) === null;
}

export function isStillShown(element: Element, text: string): boolean {
  return element.isConnected && isShown(element) && elementText(element) === text;
}

/** The text with any number in place of each: scripts do not compare numbers. */
export function shapeOf(text: string): string {
  return text.replace(/\d+/g, "0");
}

/** How often the document has each text, hidden ones included; empty if it is too large to tell. */
export function countTexts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const element of surveyAround(document.documentElement).elements ?? []) {
    if (!isTextElement(element) || NO_TEXT.test(tagOf(element))) continue;
    const text = elementText(element);
    if (text === "" || text.length > APPEARED_TEXT_CHARS || matches(element, "head *")) continue;
    const shape = shapeOf(text);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return counts;
}
