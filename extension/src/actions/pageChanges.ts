// What changes in the page for some time: the elements whose text is new, and the texts that were removed.

import { normalizeSpace } from "../dom/normalizeSpace.js";
import { elementText } from "./selectors/elementText.js";
import { textElementsIn } from "./textElements.js";

const MAX_CHANGES = 5_000; // ours: a page that changes more often meanwhile is not looked at
const MAX_CHANGED_NODES = 500; // ours: that are looked at

const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
  attributeFilter: ["hidden", "open", "style", "class", "src", "disabled"],
  attributeOldValue: true,
};
const HIDDEN_STYLE = /display:\s*none|visibility:\s*hidden/;

export class PageChanges {
  private readonly changedAt = new Map<Node, number>();
  private readonly removed = new Set<Node>();
  private count = 0;
  private latestAt = -Infinity;
  /** The time of the last change of any kind, including removals and style changes. */
  private lastChangeAt = -Infinity;
  private watchedSince = Infinity;
  private readonly observer = new MutationObserver((records) => this.note(records));

  watch(): void {
    if (this.watchedSince !== Infinity) return;
    this.watchedSince = performance.now();
    this.observer.observe(document, OBSERVED);
  }

  stop(): void {
    this.watchedSince = Infinity;
    this.observer.disconnect();
    this.changedAt.clear();
    this.removed.clear();
    this.count = 0;
    this.latestAt = -Infinity;
    this.lastChangeAt = -Infinity;
  }

  /** Since when it watches and when something last changed; null if it does not watch, or the page changes too often. */
  watched(): { since: number; lastChange: number } | null {
    this.note(this.observer.takeRecords());
    if (this.watchedSince === Infinity || this.count > MAX_CHANGES) return null;
    return { since: this.watchedSince, lastChange: this.lastChangeAt };
  }

  /** When the page last changed. */
  latest(): number {
    this.note(this.observer.takeRecords());
    return this.latestAt;
  }

  /** The elements with new text that has not changed since that time, and when it last changed. */
  textElements(until: number): Map<Element, number> {
    this.note(this.observer.takeRecords());
    const found = new Map<Element, number>();
    if (![...this.changedAt.values()].some((at) => at <= until)) return found;
    for (const [node, at] of this.changedAt)
      for (const element of textElementsIn(node)) found.set(element, Math.max(at, found.get(element) ?? 0));
    for (const [element, at] of found) if (at > until) found.delete(element);
    return found;
  }

  removedTexts(): Set<string> {
    const texts = [...this.removed].flatMap((node) => [
      normalizeSpace(node.nodeType === Node.TEXT_NODE ? (node as Text).data : ""),
      ...[...textElementsIn(node)].map(elementText),
    ]);
    return new Set(texts);
  }

  private note(records: readonly MutationRecord[]): void {
    this.count += records.length;
    if (this.count > MAX_CHANGES) {
      this.observer.disconnect();
      this.changedAt.clear();
      return;
    }
    for (const record of records) {
      if (record.type !== "characterData" || isOtherText(record)) this.lastChangeAt = performance.now();
      if (record.type === "childList") {
        record.addedNodes.forEach((node) => void this.changed(node));
        record.removedNodes.forEach((node) => void this.wasRemoved(node));
      } else if (record.type === "attributes" ? isRevealed(record) : isOtherText(record))
        this.changed(record.target);
    }
  }

  /** What came meanwhile was not there before. */
  private wasRemoved(node: Node): void {
    if (this.removed.size < MAX_CHANGED_NODES && !this.changedAt.has(node)) this.removed.add(node);
  }

  private changed(node: Node): void {
    this.latestAt = performance.now();
    if (this.changedAt.size < MAX_CHANGED_NODES || this.changedAt.has(node))
      this.changedAt.set(node, this.latestAt);
  }
}

function isOtherText({ target, oldValue }: MutationRecord): boolean {
  return (target as CharacterData).data !== oldValue;
}

/** Whether the attribute hid the element before; whether it is shown now is seen when it is looked at. */
function isRevealed({ attributeName, oldValue }: MutationRecord): boolean {
  if (attributeName === "open") return oldValue === null;
  return oldValue !== null && (attributeName === "hidden" || HIDDEN_STYLE.test(oldValue));
}
