// Says in the page's corner that AI Web Pilot is on; when it goes off, nothing of it stays in the page.
import { HIGHLIGHTER_ID, MARK_TAG } from "../shared/pilotMarks.js";

/** Important, because a page's style sheet knows no restraint. */
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
/** `document.open()` takes everything away, the mark too; only the document's own children, so that we never see our own. */
const rewritten = new MutationObserver(addMark);

/** The mark is the page's own window's alone, not each frame's. */
export function showPilot({ enabled, mark: isWanted }: { enabled: boolean; mark: boolean }): void {
  if (!enabled) document.getElementById(HIGHLIGHTER_ID)?.remove();
  if (isWanted && window === window.top) addMark();
  else removeMark();
}

function addMark(): void {
  rewritten.observe(document, { childList: true });
  if (mark?.isConnected) return;
  mark = document.createElement(MARK_TAG);
  mark.setAttribute("aria-hidden", "true");
  for (const [name, value] of Object.entries(MARK_STYLE)) mark.style.setProperty(name, value, "important");
  // Closed: the text belongs to nobody's textContent, and no selector reaches it.
  mark.attachShadow({ mode: "closed" }).append("AI Web Pilot is on");
  document.documentElement?.append(mark);
}

function removeMark(): void {
  rewritten.disconnect();
  mark?.remove();
  mark = null;
}
