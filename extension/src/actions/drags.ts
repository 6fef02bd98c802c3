// Drag and drop: recorded when something is dropped.
import type { ActionFields, ActionJournal } from "./actionJournal.js";
import { innermostOf } from "./actionTarget.js";
import { placeOf } from "./elementPlace.js";
import { selectorsOf } from "./selectors/selectorsOf.js";

export class Drags {
  /** The dragged element, described at the start of the drag. */
  private dragged: Pick<ActionFields, "selectors" | "frame" | "shadow"> | null = null;

  constructor(private readonly journal: ActionJournal) {}

  start(event: Event): void {
    const element = innermostOf(event);
    this.dragged = element && { selectors: selectorsOf(element, true), ...placeOf(element) };
  }

  drop(event: DragEvent): void {
    const element = innermostOf(event);
    if (this.dragged === null || element === null) return;
    this.journal.record({
      type: "drag",
      ...this.dragged,
      targetSelectors: selectorsOf(element, true),
      position: { x: Math.round(event.clientX), y: Math.round(event.clientY) },
    });
    this.dragged = null;
  }
}
