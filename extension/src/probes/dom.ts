// The probe `dom`: the elements that match a selector, with attributes, text, box, visibility, styles, children.

import { tagOf, titleOf, urlOf } from "../dom/readDom.js";
import { URL_CHARS } from "../generated/limits.js";
import type { FrameParams } from "../shared/probeTypes.js";
import { TITLE_CHARS } from "../shared/titles.js";
import {
  attributesAsData,
  bytesOf,
  DOM_ATTRIBUTE_CHARS,
  type DomChild,
  type Room,
  subtreeOf,
  textOf,
  truncateToSafePoint,
} from "./describeElement.js";
import { documentOf } from "./frames.js";
import { type LiveState, liveState } from "./liveState.js";
import { pierce } from "./pierce.js";
import { uniqueSelector } from "./uniqueSelector.js";

const MAX_DOM_ELEMENTS = 50; // DOM-01
const DOM_ANSWER_BYTES = 40_000; // all matches together, so that they fit ANSWER_CHARS completely
const DOM_MATCH_BYTES = 2_000; // what each match may take of it at least

/** The properties that decide the layout; all that is returned unless some are named. */
const LAYOUT_PROPERTIES = [
  "display",
  "position",
  "width",
  "height",
  "margin",
  "padding",
  "flex",
  "grid",
  "visibility",
  "opacity",
  "overflow",
  "z-index",
  "color",
  "background-color",
  "font-size",
];

export interface DomParams extends FrameParams {
  selector: string;
  includeStyles: boolean;
  /** Replaces the default list of layout properties. */
  properties?: string[];
  includeChildren: boolean;
  maxDepth: number;
}

export interface DomMatch extends DomChild {
  /** Matches only this element; `host >>> inner` is inside an open shadow root. */
  selector: string;
  /** In pixels, relative to the viewport of its document. */
  boundingBox: { x: number; y: number; width: number; height: number };
  visible: boolean;
  /** What only the text answer shows: the JSON of `query_dom` is specified. */
  live: LiveState;
  styles?: Record<string, string>;
}

/** The answer of `query_dom`. */
export interface DomAnswer {
  url: string;
  title: string;
  matches: DomMatch[];
  matchCount: number;
  returnedCount: number;
}

export function dom(params: DomParams): DomAnswer {
  const document = documentOf(params.frame);
  const found = pierce(document, params.selector);
  const matches = describeAll(found.slice(0, MAX_DOM_ELEMENTS), params);
  return {
    url: truncateToSafePoint(urlOf(document), URL_CHARS),
    title: truncateToSafePoint(titleOf(document), TITLE_CHARS),
    matches,
    matchCount: found.length,
    returnedCount: matches.length,
  };
}

/** As many elements as an answer holds; each has a share, so that one deep subtree does not displace the others. */
function describeAll(elements: Element[], params: DomParams): DomMatch[] {
  const matches: DomMatch[] = [];
  const share = Math.max(DOM_MATCH_BYTES, DOM_ANSWER_BYTES / Math.max(1, elements.length));
  let left = DOM_ANSWER_BYTES;
  for (const element of elements) {
    const match = describe(element, params, { left: Math.min(share, left) });
    left -= bytesOf(match);
    if (left < 0 && matches.length > 0) break;
    matches.push(match);
  }
  return matches;
}

function describe(element: Element, params: DomParams, room: Room): DomMatch {
  const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
  const match: DomMatch = {
    selector: uniqueSelector(element),
    tag: tagOf(element),
    attributes: attributesAsData(element),
    text: textOf(element),
    boundingBox: { x: round(x), y: round(y), width: round(width), height: round(height) },
    visible: width > 0 && height > 0 && isRendered(element),
    live: liveState(element),
  };
  if (params.includeStyles) match.styles = stylesOf(element, params.properties ?? LAYOUT_PROPERTIES);
  room.left -= bytesOf(match);
  return params.includeChildren ? { ...match, ...subtreeOf(element, params.maxDepth, room) } : match;
}

function isRendered(element: Element): boolean {
  return Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true });
}

function stylesOf(element: Element, properties: readonly string[]): Record<string, string> {
  const computed = getComputedStyle(element);
  const values = properties.map((name) => [
    name,
    truncateToSafePoint(computed.getPropertyValue(kebab(name)), DOM_ATTRIBUTE_CHARS),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

/** `backgroundColor` is `background-color`; custom properties keep their case. */
function kebab(name: string): string {
  return name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
