// What the page shows after it was loaded or changed its route: a few headings and elements with a test id.
import { find, tagOf, titleOf } from "../dom/read.js";
import {
  DOM_SNAPSHOT_CANDIDATES,
  DOM_SNAPSHOT_ELEMENTS,
  DOM_SNAPSHOT_GAP_MS,
  DOM_SNAPSHOT_LOAD_MS,
  DOM_SNAPSHOT_ROUTE_MS,
  DOM_SNAPSHOT_TEXT_CHARS,
  TITLE_CHARS,
} from "../generated/limits.js";
import type { DomSnapshot } from "../generated/wire.js";
import type { Journal } from "./journal.js";
import type { Undo } from "./listeners.js";
import { isShown } from "./selectors/matching.js";
import { TEST_ID_ATTRIBUTES, testIdOf } from "./selectors/selectorsOf.js";
import { cut, normalise } from "./selectors/words.js";

type Shown = NonNullable<DomSnapshot["elements"]>[number];

const HEADINGS = "h1,h2";
const WITH_TEST_ID = TEST_ID_ATTRIBUTES.map((attribute) => `[${attribute}]`).join(",");

export class Snapshots {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private takenAt = -Infinity;

  constructor(private readonly journal: Journal) {}

  start(): Undo {
    const loaded = () => this.plan(DOM_SNAPSHOT_LOAD_MS);
    if (document.readyState === "complete") loaded();
    else window.addEventListener("load", loaded, { once: true });
    return () => {
      window.removeEventListener("load", loaded);
      clearTimeout(this.timer);
    };
  }

  /** A page that is still on its way to a new route is looked at when it is there. */
  readonly routeChanged = (): void => this.plan(DOM_SNAPSHOT_ROUTE_MS);

  private plan(delayMs: number): void {
    clearTimeout(this.timer);
    const earliest = this.takenAt + DOM_SNAPSHOT_GAP_MS - performance.now();
    this.timer = setTimeout(() => this.take(), Math.max(delayMs, earliest));
  }

  private take(): void {
    this.takenAt = performance.now();
    this.journal.snapshot({ title: cut(titleOf(document), TITLE_CHARS), elements: shownElements() });
  }
}

export function shownElements(): Shown[] {
  const headings = find(document, HEADINGS);
  const others = find(document, WITH_TEST_ID).filter((each) => !headings.includes(each));
  const shown: Shown[] = [];
  for (const element of [...headings, ...others].slice(0, DOM_SNAPSHOT_CANDIDATES)) {
    const text = cut(normalise(element.textContent ?? ""), DOM_SNAPSHOT_TEXT_CHARS);
    if (text !== "" && isShown(element)) shown.push(describe(element, text));
    if (shown.length === DOM_SNAPSHOT_ELEMENTS) break;
  }
  return shown;
}

function describe(element: Element, text: string): Shown {
  const level = /^h([12])$/.exec(tagOf(element))?.[1];
  const testId = testIdOf(element);
  return {
    ...(level !== undefined && { role: "heading", level: Number(level) }),
    text,
    ...(testId !== null && { testId: testId.value }),
    visible: true,
  };
}
