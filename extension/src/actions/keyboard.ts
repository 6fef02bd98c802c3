// Key presses that are actions, and the clicks that they cause.
import type { ActionFields, ActionJournal } from "./actionJournal.js";
import { innermostOf } from "./actionTarget.js";
import { placeOf } from "./elementPlace.js";
import { isKeyAction, isMultiLine, modifiersOf } from "./keys.js";
import { selectorsOf } from "./selectors/selectorsOf.js";

export class Keyboard {
  /** Enter in a multi-line text: an action only if the page handles it. */
  private undecided: { event: KeyboardEvent; fields: ActionFields; at: number } | null = null;
  private isEnterDown = false;

  constructor(private readonly journal: ActionJournal) {}

  down(event: KeyboardEvent): void {
    this.isEnterDown = false;
    const element = innermostOf(event);
    if (element === null || !isKeyAction(event, element)) return;
    this.isEnterDown = event.key === "Enter";
    const fields = describe(event, element);
    if (event.key !== "Enter" || !isMultiLine(element)) {
      this.journal.record(fields);
      return;
    }
    this.undecided = { event, fields: fields, at: Date.now() };
    setTimeout(() => this.settle());
  }

  up(event: KeyboardEvent): void {
    if (event.key === "Enter") this.isEnterDown = false;
  }

  /** Enter clicks a form's button, or the one that has the focus. */
  causes(click: MouseEvent): boolean {
    return this.isEnterDown && click.detail === 0;
  }

  settle(): void {
    const { undecided } = this;
    this.undecided = null;
    if (undecided?.event.defaultPrevented) this.journal.record(undecided.fields, undecided.at);
  }
}

function describe(event: KeyboardEvent, element: Element): ActionFields {
  const modifiers = modifiersOf(event);
  return {
    type: "keypress",
    key: event.key,
    ...(modifiers.length > 0 && { modifiers }),
    selectors: selectorsOf(element),
    ...placeOf(element),
  };
}
