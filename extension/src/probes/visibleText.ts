// The probe `visibleText`: what a person can read on the page, by landmark, and whether something is there.

import { isSensitiveField } from "../dom/isSensitiveField.js";
import {
  attributeOf,
  childNodesOf,
  find,
  isElement,
  isShadowRoot,
  matches,
  parentElementOf,
  parentOf,
  shadowRootOf,
  tagOf,
  urlOf,
} from "../dom/readDom.js";
import { TRUNCATION_SCAN_CHARS, URL_CHARS } from "../generated/limits.js";
import { truncateToSafePoint } from "./describeElement.js";
import { pierce } from "./pierce.js";

const MAX_TEXT_NODES = 30_000; // elements and texts that are read
const KEPT_CHARS = 16_000; // of all lines; the server keeps FIX-11 of them
const LINE_CHARS = 160 + TRUNCATION_SCAN_CHARS; // the server masks secrets before it shortens the line
const NAME_CHARS = 60 + TRUNCATION_SCAN_CHARS; // the name of a landmark

const ROLES = new Set(
  "banner complementary contentinfo main navigation search dialog alertdialog alert status log form region".split(
    " ",
  ),
);
/** A landmark only if it has a name. */
const NAMED_ROLES = new Set(["form", "region"]);
const ROLE_BY_TAG: Record<string, string> = {
  main: "main",
  nav: "navigation",
  aside: "complementary",
  header: "banner",
  footer: "contentinfo",
  dialog: "dialog",
  search: "search",
  form: "form",
  section: "region",
};
/** In one of these, a header or footer is not that of the page. */
const SECTIONING = "article,aside,main,nav,section";
const PAGE = "page";

const UNREADABLE = new Set(
  "script style noscript template select datalist textarea iframe object svg canvas audio video".split(" "),
);
const INLINE = new Set(["inline", "contents", "ruby", "ruby-text"]);

export interface VisibleTextParams {
  /** A text to look for, or a selector of a visible element. */
  text?: string;
  selector?: string;
}

/** The lines that belong to one landmark and to none inside it. */
export interface LandmarkLines {
  landmark: string;
  lines: string[];
}

export interface VisibleTextAnswer {
  url: string;
  landmarks: LandmarkLines[];
  /** Nothing was left out. */
  isComplete: boolean;
  /** Whether what was looked for is there; left out if that is unknown. */
  isThere?: boolean;
}

export function visibleText({ text, selector }: VisibleTextParams): VisibleTextAnswer {
  const reader = new Reader();
  const [body] = find<HTMLElement>(document, "body");
  if (body) reader.read(body);
  const isThere =
    selector === undefined
      ? reader.has(text)
      : pierce(document, selector).some((element) => isVisible(element));
  return {
    url: truncateToSafePoint(urlOf(document), URL_CHARS),
    landmarks: reader.landmarks.filter(({ lines }) => lines.length > 0),
    isComplete: reader.isComplete,
    ...(isThere === undefined ? {} : { isThere }),
  };
}

/** Reads in document order, through open shadow roots; blocks begin and end lines. */
class Reader {
  readonly landmarks: LandmarkLines[] = [];
  isComplete = true;
  private current: LandmarkLines = { landmark: PAGE, lines: [] };
  private line = "";
  private allText = "";
  private charsLeft = KEPT_CHARS;
  private nodesLeft = MAX_TEXT_NODES;

  read(body: Element): void {
    this.landmarks.push(this.current);
    this.readChildren(body);
    this.endLine();
  }

  /** Undefined if nothing is looked for, or if the page has more text than is read. */
  has(text: string | undefined): boolean | undefined {
    if (text === undefined) return undefined;
    if (this.allText.includes(collapse(text))) return true;
    return this.nodesLeft > 0 ? false : undefined;
  }

  private readChildren(parent: Element | ShadowRoot): void {
    for (const node of childNodesOf(parent)) {
      if (this.nodesLeft <= 0) return;
      this.nodesLeft--;
      if (isElement(node)) this.readElement(node);
      else if (node.nodeType === Node.TEXT_NODE) this.readText(node as Text);
    }
    if (this.nodesLeft <= 0) this.isComplete = false;
  }

  private readText(node: Text): void {
    if (!/\S/.test(node.data)) this.line += " ";
    else if (isShown(node)) this.line += node.data;
  }

  private readElement(element: Element): void {
    const tag = tagOf(element);
    if (UNREADABLE.has(tag) || isSensitiveField(element)) return;
    const display = getComputedStyle(element).display;
    if (display === "none") return;
    if (tag === "br") return this.endLine();
    const landmark = landmarkOf(element, tag);
    const isBlock = landmark !== null || !(INLINE.has(display) || isBeside(display));
    const outer = this.current;
    if (isBlock) this.endLine();
    if (isBeside(display)) this.line += " ";
    if (landmark !== null) this.enter(landmark);
    this.readInside(element, tag);
    if (isBlock) this.endLine();
    if (isBeside(display)) this.line += " ";
    this.current = outer;
  }

  private readInside(element: Element, tag: string): void {
    const root = shadowRootOf(element);
    if (root !== null) return this.readChildren(root);
    const assigned = tag === "slot" ? HTMLSlotElement.prototype.assignedNodes.call(element) : [];
    if (assigned.length === 0) return this.readChildren(element);
    for (const node of assigned) {
      if (isElement(node)) this.readElement(node);
      else if (node.nodeType === Node.TEXT_NODE) this.readText(node as Text);
    }
  }

  private enter(landmark: string): void {
    this.current = { landmark, lines: [] };
    this.landmarks.push(this.current);
  }

  private endLine(): void {
    const line = collapse(this.line);
    this.line = "";
    if (line === "") return;
    this.allText += `${line} `;
    const kept = truncateToSafePoint(line, LINE_CHARS);
    this.charsLeft -= kept.length;
    if (this.charsLeft >= 0) this.current.lines.push(kept);
    else this.isComplete = false;
  }
}

/** Its role and name; null if the element is not a landmark. */
function landmarkOf(element: Element, tag: string): string | null {
  const role = attributeOf(element, "role")?.trim().split(/\s+/)[0] ?? impliedRole(element, tag);
  if (!ROLES.has(role)) return null;
  const name = collapse(attributeOf(element, "aria-label") ?? "");
  if (name === "") return NAMED_ROLES.has(role) ? null : role;
  return truncateToSafePoint(`${role} “${name}”`, NAME_CHARS);
}

function impliedRole(element: Element, tag: string): string {
  const role = Object.hasOwn(ROLE_BY_TAG, tag) ? (ROLE_BY_TAG[tag] as string) : "";
  const isOfPage = (tag !== "header" && tag !== "footer") || !isInside(element, SECTIONING);
  return isOfPage ? role : "";
}

function isInside(element: Element, selector: string): boolean {
  for (let outer = parentElementOf(element); outer !== null; outer = parentElementOf(outer)) {
    if (matches(outer, selector)) return true;
  }
  return false;
}

/** Stands beside what precedes it: a cell, a button. */
function isBeside(display: string): boolean {
  return display === "table-cell" || display.startsWith("inline-");
}

function isShown(node: Text): boolean {
  const outer = outerElement(node);
  return outer !== null && isVisible(outer);
}

/** What has no box of its own is as visible as what is around it. */
function isVisible(element: Element): boolean {
  let box: Element | null = element;
  while (box !== null && getComputedStyle(box).display === "contents") box = outerElement(box);
  const options = { opacityProperty: true, visibilityProperty: true };
  return box !== null && Element.prototype.checkVisibility.call(box, options);
}

/** The element around a node; around the top of a shadow root, its host. */
function outerElement(node: Node): Element | null {
  const parent = parentOf(node);
  return parent !== null && isShadowRoot(parent) ? parent.host : parentElementOf(node);
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
