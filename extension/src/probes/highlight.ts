// The probe `highlight`: a red frame that follows an element until its time is up.

import { find, isDocument, rootOf } from "../dom/readDom.js";
import { HIGHLIGHT_LABEL_CHARS } from "../generated/limits.js";
import { HIGHLIGHTER_ID } from "../shared/pilotStorage.js";
import { type HighlightAnswer, type HighlightParams, Refusal } from "../shared/probeTypes.js";
import { documentOf } from "./frames.js";
import { pierce } from "./pierce.js";

/** `!important`, so that the page's style sheets cannot override it. */
const FRAME_STYLE: Record<string, string> = {
  all: "initial",
  position: "fixed",
  inset: "auto",
  margin: "0",
  padding: "0",
  "box-sizing": "border-box",
  border: "4px solid red",
  "z-index": "2147483647",
  "pointer-events": "none",
  background: "transparent",
  overflow: "visible",
};

const LABEL_STYLE: Record<string, string> = {
  position: "absolute",
  left: "-4px",
  "max-width": "60ch",
  padding: "2px 6px",
  font: "13px/1.3 system-ui, sans-serif",
  color: "white",
  background: "#b00020",
  "white-space": "nowrap",
  overflow: "hidden",
  "text-overflow": "ellipsis",
};

const LABEL_HEIGHT = 26;

/** Removes the current frame. */
let takeDown: () => void = () => undefined;

export function highlight(params: HighlightParams): HighlightAnswer {
  takeDown();
  const document = documentOf(params.frame);
  const element = theOne(pierce(document, params.selector), params);
  Element.prototype.scrollIntoView.call(element, { block: "center", inline: "nearest", behavior: "instant" });
  checkVisible(element, params.selector);
  takeDown = show(element, document, params);
  const { x, y, width, height } = boxOf(element);
  return { success: true, selector: params.selector, bounds: { x, y, width, height } };
}

function theOne(found: Element[], { selector, index }: HighlightParams): Element {
  const shown = JSON.stringify(selector);
  if (found.length === 0) {
    throw new Refusal(
      "element_not_found",
      `Nothing matches ${shown}.`,
      "Look with observe what=dom; it may be in a frame, or not be there yet.",
    );
  }
  if (found.length > 1 && index === undefined) {
    throw new Refusal(
      "several_elements",
      `${found.length} elements match ${shown}.`,
      "Narrow the selector, or choose one by index, from 0.",
    );
  }
  const element = found[index ?? 0];
  if (element !== undefined) return element;
  throw new Refusal(
    "element_not_found",
    `${shown} matches ${found.length}, so there is no index ${index}.`,
    "Count from 0.",
  );
}

function checkVisible(element: Element, selector: string): void {
  const { width, height } = boxOf(element);
  const options = { opacityProperty: true, visibilityProperty: true };
  const isRendered = Element.prototype.checkVisibility.call(element, options);
  if (isRendered && (width > 0 || height > 0)) return;
  throw new Refusal(
    "element_hidden",
    `${JSON.stringify(selector)} is there, but not visible.`,
    "Check its styles: observe what=dom include_styles=true.",
  );
}

function show(element: Element, document: Document, { durationMs, label }: HighlightParams): () => void {
  for (const old of find(document, `#${HIGHLIGHTER_ID}`)) old.remove();
  const overlay = document.createElement("div");
  overlay.id = HIGHLIGHTER_ID;
  setStyle(overlay, FRAME_STYLE);
  const text = labelOf(document, label ?? "");
  if (text.textContent !== "") overlay.attachShadow({ mode: "closed" }).append(text);
  document.documentElement.append(overlay);
  raise(overlay);
  const stopFollowing = follow(element, overlay, text);
  const timer = setTimeout(() => takeDown(), durationMs);
  return () => {
    clearTimeout(timer);
    stopFollowing();
    overlay.remove();
    takeDown = () => undefined;
  };
}

/** Into the top layer, above modal dialogs, where the browser can. */
function raise(overlay: HTMLElement): void {
  overlay.popover = "manual";
  overlay.showPopover();
}

function labelOf(document: Document, text: string): HTMLElement {
  const label = document.createElement("div");
  setStyle(label, LABEL_STYLE);
  label.textContent = text.slice(0, HIGHLIGHT_LABEL_CHARS);
  return label;
}

/** Checks the position in every animation frame; no event covers inner scrolling, resizing and animation. */
function follow(element: Element, overlay: HTMLElement, label: HTMLElement): () => void {
  let request = 0;
  let last = "";
  const look = () => {
    // The page, or the person's switch, may have removed either.
    if (!overlay.isConnected || !isDocument(topRootOf(element))) return takeDown();
    const { x, y, width, height } = boxOf(element);
    const now = `${x} ${y} ${width} ${height}`;
    if (now !== last) {
      setStyle(overlay, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
      setStyle(label, labelPlace(y, height));
    }
    last = now;
    request = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(request);
}

/** Above the frame, where there is room; else below it; else within what is seen of it. */
function labelPlace(y: number, height: number): Record<string, string> {
  if (y >= LABEL_HEIGHT) return { bottom: "calc(100% + 4px)", top: "auto" };
  if (y + height + LABEL_HEIGHT <= innerHeight) return { bottom: "auto", top: "calc(100% + 4px)" };
  return { bottom: "auto", top: `${Math.max(0, -y)}px` };
}

/** Past the shadow roots around it. */
function topRootOf(element: Element): Node {
  return Node.prototype.getRootNode.call(element, { composed: true }) ?? rootOf(element);
}

function boxOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

function setStyle(element: HTMLElement, style: Record<string, string>): void {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, "important");
}
