// Drag and drop: recorded when something is dropped.
import type { Journal, Told } from "./journal.js";
import { placeOf } from "./place.js";
import { selectorsOf } from "./selectors/selectorsOf.js";
import { innermostOf } from "./target.js";

export class Drags {
  /** What is dragged, as it was when the drag began. */
  private dragged: Pick<Told, "selectors" | "frame" | "shadow"> | null = null;

  constructor(private readonly journal: Journal) {}

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
