// Shows a badge in the page's corner while AI Web Pilot is on, and removes it afterwards.
import { HIGHLIGHTER_ID, MARK_TAG } from "../shared/pilotStorage.js";

const MARK_GAP_MS = 1_000; // how soon the pilot's mark comes back when a page takes it away again
const MARK_LASTS_MS = 10_000; // a mark that a page takes away sooner is one that it hides
const MARK_HIDDEN_TIMES = 3; // PILOT-16: so often in a row, until the toolbar icon and the popup say so

/** What a page can reach: an element without a box. `!important`, so that its style sheets cannot override it. */
const HOST_STYLE = "all: initial !important; display: contents !important;";
/** What a person sees; only `all` keeps what it would inherit from the page. */
const BADGE_STYLE =
  "all: initial; position: fixed; right: 8px; bottom: 8px; pointer-events: none; user-select: none; padding: 2px 8px; " +
  "border-radius: 9px; font: 11px/1.4 system-ui, sans-serif; color: white; background: #8430ce; opacity: 0.85;";

let mark: { host: HTMLElement; badge: HTMLElement; style: string } | null = null;
let shownAt = Number.NEGATIVE_INFINITY;
let timesHidden = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let whenHidden: () => void = () => undefined;
/** A page may remove or change the mark, or rewrite its document; then the mark is added again. */
const tampering = new MutationObserver(putBack);

/** Only the top window shows the badge, not its frames. `onHidden`: the page takes it away again and again. */
export function showPilot(
  { enabled, mark: isWanted }: { enabled: boolean; mark: boolean },
  onHidden: () => void = () => undefined,
): void {
  whenHidden = onHidden;
  if (!enabled) document.getElementById(HIGHLIGHTER_ID)?.remove();
  if (!isWanted || window !== window.top) removeMark();
  else if (!isIntact()) addMark();
}

/**
 * A popover, because the style of an ancestor (transform, clip-path, filter) does not reach the top layer. In a closed
 * shadow root, because its events do not leave that: a page could cancel them, and so keep it out of the top layer.
 */
function addMark(): void {
  clearTimeout(timer);
  timer = undefined;
  shownAt = performance.now();
  mark?.host.remove();
  const host = document.createElement(MARK_TAG);
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = HOST_STYLE;
  const badge = document.createElement("div");
  badge.popover = "manual";
  badge.style.cssText = BADGE_STYLE;
  badge.append("AI Web Pilot is on");
  host.attachShadow({ mode: "closed" }).append(badge);
  mark = { host, badge, style: host.style.cssText };
  document.documentElement?.append(host);
  watch(host);
  if (badge.isConnected) badge.showPopover();
}

/** Only what can take the mark away: the document's and the root element's own children, and the mark's style. */
function watch(host: HTMLElement): void {
  tampering.disconnect();
  tampering.observe(document, { childList: true });
  if (document.documentElement) tampering.observe(document.documentElement, { childList: true });
  tampering.observe(host, { attributeFilter: ["style"] });
}

/** At once, and then once in a while: a page that takes it away again and again costs itself next to nothing. */
function putBack(): void {
  if (timer !== undefined || isIntact()) return;
  const lastedMs = performance.now() - shownAt;
  timesHidden = lastedMs < MARK_LASTS_MS ? timesHidden + 1 : 1;
  if (timesHidden >= MARK_HIDDEN_TIMES) whenHidden();
  if (lastedMs >= MARK_GAP_MS) addMark();
  else timer = setTimeout(addMark, MARK_GAP_MS - lastedMs);
}

function isIntact(): boolean {
  if (mark === null || mark.host.parentNode === null) return false;
  const isInPlace = mark.host.parentNode === document.documentElement;
  return isInPlace && mark.host.style.cssText === mark.style && mark.badge.matches(":popover-open");
}

function removeMark(): void {
  clearTimeout(timer);
  timer = undefined;
  timesHidden = 0;
  tampering.disconnect();
  mark?.host.remove();
  mark = null;
}
