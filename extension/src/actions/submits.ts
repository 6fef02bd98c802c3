// Form submits, with the action that caused them.
import { attributeOf } from "../dom/readDom.js";
import { type Action, type ActionJournal, plainUrl } from "./actionJournal.js";
import { placeOf } from "./elementPlace.js";
import { selectorsOf } from "./selectors/selectorsOf.js";

const CONSEQUENCE_MS = 2_000; // SCR-08: what belongs to the action before it

const CAUSES = new Set<Action["type"]>(["click", "dblclick", "keypress", "input", "select"]);

export function recordSubmit(event: SubmitEvent, journal: ActionJournal): void {
  const form = event.composedPath()[0];
  if (!(form instanceof HTMLFormElement)) return;
  const cause = causeOf(journal.last);
  // Read from attributes, because a form's fields may be named `action` and `method`.
  const formAction = new URL(attributeOf(form, "action") ?? "", document.baseURI).href;
  journal.record({
    type: "submit",
    selectors: selectorsOf(form),
    ...placeOf(form),
    formAction: plainUrl(formAction),
    method: (attributeOf(form, "method") ?? "get").toLowerCase(),
    ...(cause !== null && { causedBy: cause.id }),
  });
}

function causeOf(last: Action | null): Action | null {
  if (last === null || !CAUSES.has(last.type)) return null;
  return Date.now() - last.timestamp <= CONSEQUENCE_MS ? last : null;
}
