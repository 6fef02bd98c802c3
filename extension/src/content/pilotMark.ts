// Shows a badge in the page's corner while AI Web Pilot is on, and removes it afterwards.
import { HIGHLIGHTER_ID, MARK_TAG } from "../shared/pilotStorage.js";

const MARK_GAP_MS = 1_000; // how soon the pilot's mark comes back when a page takes it away again

/**
 * `!important`, so that the page's style sheets cannot override it. The mark is a popover, because the style of an
 * ancestor (transform, clip-path, filter) does not reach the top layer.
 */
const MARK_STYLE: Record<string, string> = {
  all: "initial",
  position: "fixed",
  right: "8px",
  bottom: "8px",
  "z-index": "2147483646",
  "pointer-events": "none",
  "user-select": "none",
  padding: "2px 8px",
  "border-radius": "9px",
  font: "11px/1.4 system-ui, sans-serif",
  color: "white",
  background: "#8430ce",
  opacity: "0.85",
};

let mark: HTMLElement | null = null;
let shownAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
/** A page may remove or change the mark, or rewrite its document; then the mark is added again. */
const tampering = new MutationObserver(putBack);
/** Covers changes without an event: a page that closed the popover and moved the mark out of sight. */
let sight: IntersectionObserver | null = null;

/** Before the page has listeners: it could cancel the mark's events, and so keep it out of the top layer. */
export function guardMarkEvents(): void {
  addEventListener("beforetoggle", keepToOurselves, true);
  addEventListener("toggle", keepToOurselves, true);
}

function keepToOurselves(event: Event): void {
  if (event.target !== mark) return;
  event.stopImmediatePropagation();
  if (event.type === "toggle") putBack();
}

/** Only the top window shows the badge, not its frames. */
export function showPilot({ enabled, mark: isWanted }: { enabled: boolean; mark: boolean }): void {
  if (!enabled) document.getElementById(HIGHLIGHTER_ID)?.remove();
  if (!isWanted || window !== window.top) removeMark();
  else if (!isIntact()) addMark();
}

function addMark(): void {
  clearTimeout(timer);
  timer = undefined;
  shownAt = performance.now();
  mark?.remove();
  mark = document.createElement(MARK_TAG);
  mark.setAttribute("aria-hidden", "true");
  mark.popover = "manual";
  for (const [name, value] of Object.entries(MARK_STYLE)) mark.style.setProperty(name, value, "important");
  // A closed shadow root: the text is not part of any textContent, and no selector reaches it.
  mark.attachShadow({ mode: "closed" }).append("AI Web Pilot is on");
  document.documentElement?.append(mark);
  watch(mark);
  if (mark.isConnected) mark.showPopover();
}

/** Only what can take the mark away: the document's and the root element's own children, and the mark itself. */
function watch(element: HTMLElement): void {
  tampering.disconnect();
  tampering.observe(document, { childList: true });
  if (document.documentElement) tampering.observe(document.documentElement, { childList: true });
  tampering.observe(element, { attributes: true, childList: true });
  sight?.disconnect();
  sight ??= new IntersectionObserver(putBack);
  sight.observe(element);
}

/** At once, and then once in a while: a page that takes it away again and again costs itself next to nothing. */
function putBack(): void {
  if (timer !== undefined || isIntact()) return;
  const waitMs = shownAt + MARK_GAP_MS - performance.now();
  if (waitMs <= 0) addMark();
  else timer = setTimeout(addMark, waitMs);
}

function isIntact(): boolean {
  if (mark === null || mark.parentNode === null || mark.parentNode !== document.documentElement) return false;
  const names = mark.getAttributeNames();
  return (
    names.length === 3 && mark.childNodes.length === 0 && hasStyle(mark) && mark.matches(":popover-open")
  );
}

function hasStyle({ style }: HTMLElement): boolean {
  const wanted = document.createElement(MARK_TAG).style;
  for (const [name, value] of Object.entries(MARK_STYLE)) wanted.setProperty(name, value, "important");
  return style.cssText === wanted.cssText;
}

function removeMark(): void {
  clearTimeout(timer);
  timer = undefined;
  tampering.disconnect();
  sight?.disconnect();
  mark?.remove();
  mark = null;
}
