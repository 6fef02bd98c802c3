// Snapshots after a load or route change: a few headings and elements with a test id.

import { normalizeSpace } from "../dom/normalizeSpace.js";
import { find, tagOf, titleOf } from "../dom/readDom.js";
import { MAX_DOM_SNAPSHOT_ELEMENTS } from "../generated/limits.js";
import type { DomSnapshot } from "../generated/wire.js";
import { TITLE_CHARS } from "../shared/titles.js";
import type { ActionJournal } from "./actionJournal.js";
import type { Undo } from "./listenFirst.js";
import type { MessageWatch } from "./messageEffects.js";
import { exactPrefix, isComposed } from "./selectors/elementText.js";
import { isShown } from "./selectors/matching.js";
import { TEST_ID_ATTRIBUTES, testIdOf } from "./selectors/selectorsOf.js";

const DOM_SNAPSHOT_TEXT_CHARS = 100; // ACT-11
const DOM_SNAPSHOT_CANDIDATES = 200; // elements looked at for one snapshot
export const DOM_SNAPSHOT_LOAD_MS = 200; // ACT-11: after a load
export const DOM_SNAPSHOT_ROUTE_MS = 500; // ACT-11: after a route change
export const DOM_SNAPSHOT_GAP_MS = 500; // ACT-11: between two
export const DOM_SNAPSHOT_LOOKS = 3; // how often a page is looked at for one snapshot, to see what stays

type Shown = NonNullable<DomSnapshot["elements"]>[number];

const HEADINGS = "h1,h2";
const WITH_TEST_ID = TEST_ID_ATTRIBUTES.map((attribute) => `[${attribute}]`).join(",");

/** The first look at the page, to detect changes. */
interface FirstLook {
  href: string;
  lastAction: ActionJournal["last"];
  looks: number;
}

export class DomSnapshots {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextLook: ReturnType<typeof setTimeout> | undefined;
  private takenAt = -Infinity;
  private latest: DomSnapshot | null = null;
  private watch: MessageWatch = {};

  constructor(private readonly journal: ActionJournal) {}

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

  /** Whether the page keeps changing while messages arrive; reported with the latest snapshot. */
  readonly watched = (watch: MessageWatch): void => {
    this.watch = watch;
    if (this.latest !== null) this.journal.sendSnapshot(Object.assign(this.latest, watch));
  };

  private plan(delayMs: number): void {
    clearTimeout(this.timer);
    const earliest = this.takenAt + DOM_SNAPSHOT_GAP_MS - performance.now();
    this.timer = setTimeout(() => this.take(), Math.max(delayMs, earliest));
  }

  private take(): void {
    this.takenAt = performance.now();
    const elements = shownElements().map((element) => ({ ...element, stable: false }));
    const title = exactPrefix(titleOf(document), TITLE_CHARS);
    const snapshot = this.journal.snapshot({ title, elements, ...this.watch });
    this.latest = snapshot;
    this.planLook(snapshot, { href: location.href, lastAction: this.journal.last, looks: 1 });
  }

  private planLook(snapshot: DomSnapshot, first: FirstLook): void {
    clearTimeout(this.nextLook);
    this.nextLook = setTimeout(() => this.lookAgain(snapshot, first), DOM_SNAPSHOT_GAP_MS);
  }

  /** Elements that are still there are stable. New ones count only if the page, not the user, caused them. */
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
    const text = exactPrefix(normalizeSpace(element.textContent ?? ""), DOM_SNAPSHOT_TEXT_CHARS);
    if (text !== "" && isShown(element)) shown.push(describe(element, text));
    if (shown.length === MAX_DOM_SNAPSHOT_ELEMENTS) break;
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
  const text = normalizeSpace(element.textContent ?? "");
  const same = find(document, `h${level},[role="heading"][aria-level="${level}"]`).filter(
    (each) => normalizeSpace(each.textContent ?? "") === text,
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
