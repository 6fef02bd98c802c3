// What an action changed: the texts that it made appear, found only once and still there some time later, and when the
// page last changed.
import { MAX_APPEARED_TEXTS } from "../generated/limits.js";
import type { PageWatch } from "../generated/wire.js";
import type { Action, ActionJournal } from "./actionJournal.js";
import { PageChanges } from "./pageChanges.js";
import { elementText } from "./selectors/elementText.js";
import { countTexts, isNamedText, isStillShown, shapeOf } from "./textElements.js";
import { hasUnseenParts } from "./unseenParts.js";

export const APPEARED_WATCH_MS = 2_000; // SCR-08: what the page does within it is the action's effect
export const APPEARED_STABLE_MS = 500; // ACT-16: how long a text must have been there unchanged

const WITHOUT_EFFECT: readonly Action["type"][] = ["navigate", "scroll", "dialog"];

export class AppearedTexts {
  private action: Action | null = null;
  private shown: ReadonlyMap<Element, string> = new Map();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lookedAt = -Infinity;
  private readonly changes = new PageChanges();

  constructor(private readonly journal: ActionJournal) {}

  /** After each event of the user, before the page handles it. `isInput`: the last action may go on. */
  acted(last: Action | null, isInput: boolean): void {
    if (last === null || !hasEffect(last) || (last === this.action && !isInput)) return;
    if (last !== this.action) {
      this.stop();
      this.action = last;
    }
    this.changes.watch();
    this.lookUntil(performance.now() + APPEARED_WATCH_MS);
  }

  /** Records the texts that are there by now, without those that are gone again. */
  settle(): void {
    const isKnown = this.changes.latest() + APPEARED_STABLE_MS <= this.lookedAt;
    this.lookedAt = performance.now();
    this.show(this.usable(isKnown ? [] : this.stableSince(-Infinity)));
  }

  /** The elements whose text last changed later than that, and long enough ago. */
  private stableSince(since: number): Element[] {
    const latest = performance.now() - APPEARED_STABLE_MS;
    return [...this.changes.textElements(latest)].filter(([, at]) => at > since).map(([element]) => element);
  }

  /** Records when the page last changed, as far as it is known by now. */
  markChanges(): void {
    const action = this.action;
    const pageWatch = action && this.pageWatch(action);
    if (pageWatch && !hasUnseenParts()) this.journal.revise(action, { pageWatch });
  }

  /** The page waits for it, so it looks only for texts that were too new when it looked last. */
  stop(): void {
    this.show(this.usable(this.stableSince(this.lookedAt - APPEARED_STABLE_MS)));
    clearTimeout(this.timer);
    this.markLater();
    this.changes.stop();
    this.action = null;
    this.shown = new Map();
  }

  private end(): void {
    this.markChanges();
    this.changes.stop();
  }

  private markLater(): void {
    const action = this.action;
    const pageWatch = action && this.pageWatch(action);
    if (pageWatch)
      setTimeout(() => {
        if (!hasUnseenParts()) this.journal.revise(action, { pageWatch });
      });
  }

  /** In milliseconds after the action. */
  private pageWatch(action: Action): PageWatch | null {
    const watched = this.changes.watched();
    if (watched === null) return null;
    const now = performance.now();
    const age = Date.now() - action.timestamp;
    const afterAction = (at: number) => Math.max(0, Math.round(age - (now - at)));
    return {
      since: afterAction(watched.since),
      until: afterAction(now),
      ...(watched.lastChange !== -Infinity && { changed: afterAction(watched.lastChange) }),
    };
  }

  private show(shown: ReadonlyMap<Element, string>): void {
    this.shown = shown;
    const appeared = [...shown.values()];
    const known = this.action?.appeared ?? [];
    if (this.action !== null && appeared.join("\n") !== known.join("\n"))
      this.journal.revise(this.action, { appeared });
  }

  /** At the end, a text that has only just come is looked at once more. */
  private lookUntil(end: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.settle();
      const now = performance.now();
      const isSettled = this.changes.latest() + APPEARED_STABLE_MS <= now;
      if (now < (isSettled ? end : end + APPEARED_STABLE_MS)) this.lookUntil(end);
      else this.end();
    }, APPEARED_STABLE_MS);
  }

  /** Elements that are still usable come first, then the new ones. */
  private usable(changed: readonly Element[]): Map<Element, string> {
    const before = this.changes.removedTexts();
    const found = new Map([...this.shown].filter(([element, text]) => isStillShown(element, text)));
    for (const element of changed) {
      const text = elementText(element);
      if (isNamedText(element, text) && !before.has(text)) found.set(element, text);
    }
    const counts = changed.length > 0 && found.size > 0 ? countTexts() : null;
    const unique = [...found].filter(([, text]) => counts === null || counts.get(shapeOf(text)) === 1);
    return new Map(unique.slice(0, MAX_APPEARED_TEXTS));
  }
}

/** A submit that another action caused is that action's effect. */
function hasEffect(action: Action): boolean {
  return !WITHOUT_EFFECT.includes(action.type) && action.causedBy === undefined;
}
