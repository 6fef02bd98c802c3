// What is entered into fields: one action for all that is done to a field in one go, with the final value.
import { matches, tagOf } from "../dom/read.js";
import type { Action, Journal } from "./journal.js";
import { placeOf } from "./place.js";
import type { Secrets } from "./secrets.js";
import { selectorsOf } from "./selectors/selectorsOf.js";
import { innermostOf, isToggle } from "./target.js";
import { enteredIn } from "./values.js";

const FIELD = "input,textarea,select";
/** Whose value is chosen, not typed. */
const CHOSEN =
  "select,input[type=date],input[type=time],input[type=datetime-local],input[type=month],input[type=week],input[type=color],input[type=range],input[type=file]";

export class Fields {
  private open: { action: Action; element: Element } | null = null;

  constructor(
    private readonly journal: Journal,
    private readonly secrets: Secrets,
  ) {}

  input(event: Event): void {
    const element = fieldOf(event);
    if (element === null || isToggle(element)) return;
    const value = enteredIn(element, this.secrets.isSecret(element));
    const { open } = this;
    if (open?.element === element && open.action === this.journal.last) {
      this.journal.revise(open.action, value);
      return;
    }
    const type = tagOf(element) === "select" ? "select" : "input";
    const action = this.journal.record({
      type,
      selectors: selectorsOf(element),
      ...placeOf(element),
      ...value,
    });
    this.open = { action, element };
  }

  /** The field is left: what comes next is another action. */
  leave(): void {
    this.open = null;
  }
}

/**
 * Tools that drive a browser choose an option or a date by setting it and firing the browser's own sequence, whose first
 * event leaves shadow trees (`composed`); scripts of pages fire a bare `change`.
 */
export function isEnteredByTool(event: Event): boolean {
  const element = innermostOf(event);
  return event.composed && element !== null && matches(element, CHOSEN);
}

/** A field, or the element that is edited. */
function fieldOf(event: Event): Element | null {
  const element = innermostOf(event);
  if (element === null || matches(element, FIELD)) return element;
  return (element as HTMLElement).isContentEditable ? editingHost(element) : null;
}

function editingHost(element: Element): Element {
  const parent = element.parentElement;
  return parent?.isContentEditable ? editingHost(parent) : element;
}
