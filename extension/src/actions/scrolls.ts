// Scrolling, throttled: where the page or a box in it came to rest; one action as long as nothing else happens.
import { isElement } from "../dom/read.js";
import { SCROLL_INTENT_MS, SCROLL_THROTTLE_MS } from "../generated/limits.js";
import type { Journal, Told } from "./journal.js";
import { framesAround, placeOf } from "./place.js";
import { cssPath, uniqueCss } from "./selectors/cssPath.js";
import { innermostOf } from "./target.js";

const WINDOW = "window";

export class Scrolls {
  private pending: Told | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastIntent = -Infinity;

  constructor(private readonly journal: Journal) {}

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

function ofWindow(): Told {
  const frame = framesAround(window)?.map(uniqueCss) ?? [];
  const at = { scrollX: Math.round(scrollX), scrollY: Math.round(scrollY), target: WINDOW };
  return { type: "scroll", ...at, ...(frame.length > 0 && { frame }) };
}

function ofBox(box: Element, before: Told | null): Told {
  const at = { scrollX: Math.round(box.scrollLeft), scrollY: Math.round(box.scrollTop) };
  const target = cssPath(box);
  return before?.target === target
    ? { ...before, ...at }
    : { type: "scroll", ...at, target, ...placeOf(box) };
}
