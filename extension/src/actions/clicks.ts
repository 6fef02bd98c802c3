// Clicks and double clicks: one action each, even if the browser fires several events.

import { ACTION_TEXT_CHARS } from "../shared/actionBounds.js";
import type { Action, ActionFields, ActionJournal } from "./actionJournal.js";
import { actionableOf, innermostOf, isOpenedByClick, isToggle } from "./actionTarget.js";
import { placeOf } from "./elementPlace.js";
import { elementText, exactPrefix } from "./selectors/elementText.js";
import { selectorsOf } from "./selectors/selectorsOf.js";

interface Click {
  action: Action;
  element: Element;
  /** The pointer position: a label's click is followed by one on its field. */
  innermost: Element | null;
}

export class Clicks {
  /** The current click; its effect on a checkbox is known afterwards. */
  private open: Click | null = null;
  private previous: Click | null = null;
  /** The second click of a double click waits for the event that says so. */
  private hasSecond = false;

  constructor(private readonly journal: ActionJournal) {}

  click(event: MouseEvent): void {
    const element = actionableOf(event);
    if (element === null || isOpenedByClick(element) || this.isEcho(event, element)) return;
    this.settle();
    if (this.isSecond(event, element)) {
      this.hasSecond = true;
      return;
    }
    const action = this.journal.record({ type: "click", ...describe(element), ...positionOf(event) });
    this.open = { action, element, innermost: innermostOf(event) };
    this.previous = this.open;
    this.hasSecond = false;
    if (isToggle(element)) setTimeout(() => this.settle());
  }

  /** The two clicks before it become one action. */
  doubleClick(event: Event): void {
    if (!this.hasSecond || this.previous?.element !== actionableOf(event)) return;
    this.hasSecond = false;
    this.journal.revise(this.previous.action, { type: "dblclick" });
    this.previous = null;
  }

  settle(): void {
    const { open } = this;
    this.open = null;
    if (open === null || !isToggle(open.element)) return;
    const { checked } = open.element;
    if (open.action.checked !== checked) this.journal.revise(open.action, { checked });
  }

  /** The click that the browser makes on a label's field. */
  private isEcho(event: MouseEvent, element: Element): boolean {
    const { open } = this;
    return open?.element === element && open.innermost !== element && innermostOf(event) === element;
  }

  private isSecond(event: MouseEvent, element: Element): boolean {
    const { previous } = this;
    return (
      event.detail % 2 === 0 &&
      event.detail > 0 &&
      previous?.element === element &&
      previous.action === this.journal.last
    );
  }
}

function describe(element: Element): Partial<ActionFields> {
  const text = exactPrefix(elementText(element), ACTION_TEXT_CHARS);
  const state = isToggle(element) ? { inputType: element.type, checked: element.checked } : {};
  return {
    selectors: selectorsOf(element, true),
    ...placeOf(element),
    ...(text !== "" && { text }),
    ...state,
  };
}

/** A click by keyboard has no position. */
function positionOf({ detail, clientX, clientY }: MouseEvent): Partial<ActionFields> {
  return detail === 0 ? {} : { position: { x: Math.round(clientX), y: Math.round(clientY) } };
}
