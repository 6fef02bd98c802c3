// What the page shows after it was loaded or changed its route: a few headings and elements with a test id.
import { find, tagOf, titleOf } from "../dom/read.js";
import {
  DOM_SNAPSHOT_CANDIDATES,
  DOM_SNAPSHOT_ELEMENTS,
  DOM_SNAPSHOT_GAP_MS,
  DOM_SNAPSHOT_LOAD_MS,
  DOM_SNAPSHOT_LOOKS,
  DOM_SNAPSHOT_ROUTE_MS,
  DOM_SNAPSHOT_TEXT_CHARS,
  TITLE_CHARS,
} from "../generated/limits.js";
import type { DomSnapshot } from "../generated/wire.js";
import type { Journal } from "./journal.js";
import type { Undo } from "./listeners.js";
import { isShown } from "./selectors/matching.js";
import { TEST_ID_ATTRIBUTES, testIdOf } from "./selectors/selectorsOf.js";
import { cut, isComposed, normalise } from "./selectors/words.js";

type Shown = NonNullable<DomSnapshot["elements"]>[number];

const HEADINGS = "h1,h2";
const WITH_TEST_ID = TEST_ID_ATTRIBUTES.map((attribute) => `[${attribute}]`).join(",");

/** The page as it was looked at first, to tell what changed since then. */
interface FirstLook {
  href: string;
  lastAction: Journal["last"];
  looks: number;
}

export class Snapshots {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextLook: ReturnType<typeof setTimeout> | undefined;
  private takenAt = -Infinity;

  constructor(private readonly journal: Journal) {}

  start(): Undo {
    const loaded = () => this.plan(DOM_SNAPSHOT_LOAD_MS);
    if (document.readyState === "complete") loaded();
    else window.addEventListener("load", loaded, { once: true });
    return () => {
      window.removeEventListener("load", loaded);
      clearTimeout(this.timer);
      clearTimeout(this.nextLook);
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
    const elements = shownElements().map((element) => ({ ...element, stable: false }));
    const snapshot = this.journal.snapshot({ title: cut(titleOf(document), TITLE_CHARS), elements });
    this.planLook(snapshot, { href: location.href, lastAction: this.journal.last, looks: 1 });
  }

  private planLook(snapshot: DomSnapshot, first: FirstLook): void {
    clearTimeout(this.nextLook);
    this.nextLook = setTimeout(() => this.lookAgain(snapshot, first), DOM_SNAPSHOT_GAP_MS);
  }

  /** What is still there is stable. What is new counts only if the page, and not the person, brought it about. */
  private lookAgain(snapshot: DomSnapshot, first: FirstLook): void {
    if (location.href !== first.href) return;
    const before = snapshot.elements ?? [];
    const isUntouched = this.journal.last === first.lastAction;
    const shown = shownElements();
    const now = isUntouched ? shown : before;
    snapshot.elements = now.map((element) => ({
      ...element,
      stable: shown.some((each) => isSame(each, element)) && before.some((each) => isSame(each, element)),
    }));
    this.journal.sendSnapshot(snapshot);
    const looks = first.looks + 1;
    const isSettled = snapshot.elements.every(({ stable }) => stable);
    if (isUntouched && !isSettled && looks < DOM_SNAPSHOT_LOOKS) this.planLook(snapshot, { ...first, looks });
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
    ...(!isUnique(element, level) && { unique: false }),
    ...(isComposed(element) && { composed: true }),
  };
}

/** Whether a script finds this element alone: by its heading, else by its test id. */
function isUnique(element: Element, level: string | undefined): boolean {
  if (level === undefined) return hasOwnTestId(element);
  const text = normalise(element.textContent ?? "");
  const same = find(document, `h${level},[role="heading"][aria-level="${level}"]`).filter(
    (each) => normalise(each.textContent ?? "") === text,
  );
  return same.length === 1;
}

function hasOwnTestId(element: Element): boolean {
  const value = testIdOf(element)?.value;
  return find(document, WITH_TEST_ID).filter((each) => testIdOf(each)?.value === value).length === 1;
}

function isSame(one: Shown, other: Shown): boolean {
  return one.level === other.level && one.testId === other.testId && one.text === other.text;
}
