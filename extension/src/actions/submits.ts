// Forms that are submitted, with the action that brought it about.
import { attributeOf } from "../dom/read.js";
import { CONSEQUENCE_MS } from "../generated/limits.js";
import { type Action, type Journal, plainUrl } from "./journal.js";
import { placeOf } from "./place.js";
import { selectorsOf } from "./selectors/selectorsOf.js";

const CAUSES = new Set<Action["type"]>(["click", "dblclick", "keypress", "input", "select"]);

export function recordSubmit(event: SubmitEvent, journal: Journal): void {
  const form = event.composedPath()[0];
  if (!(form instanceof HTMLFormElement)) return;
  const cause = causeOf(journal.last);
  // By attributes: a form's fields may be named `action` and `method`.
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
