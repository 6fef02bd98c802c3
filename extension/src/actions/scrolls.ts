// Scrolling, throttled: the final position of the page or of a box; one action until something else happens.
import { isElement } from "../dom/readDom.js";
import type { ActionFields, ActionJournal } from "./actionJournal.js";
import { innermostOf } from "./actionTarget.js";
import { framesAround, placeOf } from "./elementPlace.js";
import { cssPath, uniqueCss } from "./selectors/cssPath.js";

const SCROLL_THROTTLE_MS = 500; // ACT-09
const SCROLL_INTENT_MS = 1_000; // how long after a wheel, key or pointer a box inside the page is scrolled by it

const WINDOW = "window";

export class Scrolls {
  private pending: ActionFields | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastIntent = -Infinity;

  constructor(private readonly journal: ActionJournal) {}

  /** A wheel, a key, a pointer: what scrolls a box within the page without one, the page does by itself. */
  readonly intend = (): void => {
    this.lastIntent = performance.now();
  };

  scroll(event: Event): void {
    const [of] = event.composedPath();
    const scrolled = of instanceof Node && isElement(of) ? innermostOf(event) : null;
    if (scrolled !== null && performance.now() - this.lastIntent > SCROLL_INTENT_MS) return;
    const now = scrolled === null ? ofWindow() : ofBox(scrolled, this.pending);
    if (this.pending?.target !== now.target) this.settle();
    this.pending = now;
    this.timer ??= setTimeout(this.settle, SCROLL_THROTTLE_MS);
  }

  readonly settle = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    const { last } = this.journal;
    this.pending = null;
    if (pending === null) return;
    if (last?.type === "scroll" && last.target === pending.target) this.journal.revise(last, pending);
    else this.journal.record(pending);
  };

  stop(): void {
    this.pending = null;
    this.settle();
  }
}

function ofWindow(): ActionFields {
  const frame = framesAround(window)?.map(uniqueCss) ?? [];
  const at = { scrollX: Math.round(scrollX), scrollY: Math.round(scrollY), target: WINDOW };
  return { type: "scroll", ...at, ...(frame.length > 0 && { frame }) };
}

function ofBox(box: Element, before: ActionFields | null): ActionFields {
  const at = { scrollX: Math.round(box.scrollLeft), scrollY: Math.round(box.scrollTop) };
  const target = cssPath(box);
  return before?.target === target
    ? { ...before, ...at }
    : { type: "scroll", ...at, target, ...placeOf(box) };
}
