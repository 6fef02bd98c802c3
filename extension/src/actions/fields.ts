// Input into fields: one action for consecutive changes of a field, with the final value.
import { matches, tagOf } from "../dom/readDom.js";
import type { Action, ActionFields, ActionJournal } from "./actionJournal.js";
import { innermostOf, isToggle } from "./actionTarget.js";
import { placeOf } from "./elementPlace.js";
import { enteredIn } from "./fieldValues.js";
import type { SecretFields } from "./secretFields.js";
import { selectorsOf } from "./selectors/selectorsOf.js";
import { TypingRhythm } from "./typingRhythm.js";

const FIELD = "input,textarea,select";
/** Fields whose value is chosen instead of typed. */
const CHOSEN =
  "select,input[type=date],input[type=time],input[type=datetime-local],input[type=month],input[type=week],input[type=color],input[type=range],input[type=file]";

export class Fields {
  private open: { action: Action; element: Element; rhythm: TypingRhythm } | null = null;

  constructor(
    private readonly journal: ActionJournal,
    private readonly secrets: SecretFields,
  ) {}

  input(event: Event): void {
    const element = fieldOf(event);
    if (element === null || isToggle(element)) return;
    const isSecret = this.secrets.isSecret(element);
    const value = enteredIn(element, isSecret);
    const { open } = this;
    if (open?.element === element && open.action === this.journal.last) {
      noteRhythm(open.rhythm, value, isSecret, event.timeStamp);
      this.journal.revise(open.action, value);
      return;
    }
    this.settle();
    const type = tagOf(element) === "select" ? "select" : "input";
    const action = this.journal.record({
      type,
      selectors: selectorsOf(element),
      ...placeOf(element),
      ...value,
    });
    const rhythm = new TypingRhythm();
    noteRhythm(rhythm, value, isSecret, event.timeStamp);
    this.open = { action, element, rhythm };
  }

  /** The field lost the focus: further input is a new action. */
  leave(): void {
    this.settle();
    this.open = null;
  }

  /** Adds how the value was typed, as far as it is known now. */
  settle(): void {
    const { open } = this;
    const keyDelays = open?.rhythm.keyDelays ?? [];
    if (open === null || keyDelays.length <= (open.action.keyDelays?.length ?? 0)) return;
    this.journal.revise(open.action, { keyDelays });
  }
}

/** When the keys of a secret were pressed says something about it. */
function noteRhythm(
  rhythm: TypingRhythm,
  { value }: Partial<ActionFields>,
  isSecret: boolean,
  at: number,
): void {
  if (!isSecret && typeof value === "string") rhythm.changed(value, at);
}

/**
 * Tools that drive a browser choose an option or a date by setting it and firing the browser's own sequence, whose first
 * event leaves shadow trees (`composed`). A page could fire the same, so it counts only in a browser that says that it
 * is driven (`webdriver`), which a page cannot change in this world.
 */
export function isEnteredByTool(event: Event): boolean {
  if (!navigator.webdriver || !event.composed) return false;
  const element = innermostOf(event);
  return element !== null && matches(element, CHOSEN);
}

/** A field, or an editable element. */
function fieldOf(event: Event): Element | null {
  const element = innermostOf(event);
  if (element === null || matches(element, FIELD)) return element;
  return (element as HTMLElement).isContentEditable ? editingHost(element) : null;
}

function editingHost(element: Element): Element {
  const parent = element.parentElement;
  return parent?.isContentEditable ? editingHost(parent) : element;
}
