// The element that an event is about: what a person would say they clicked on, not the innermost box of it.
import { attributeOf, isElement, matches, tagOf } from "../dom/read.js";

const ACTIONABLE = [
  ...[
    "a[href]",
    "area[href]",
    "button",
    "input",
    "select",
    "textarea",
    "summary",
    "option",
    "label",
    "video",
    "audio",
  ],
  ...[
    "button",
    "link",
    "checkbox",
    "radio",
    "switch",
    "tab",
    "option",
    "treeitem",
    "textbox",
    "combobox",
  ].map((role) => `[role="${role}"]`),
  '[role^="menuitem"]',
].join(",");

/** The first element on the event's way; inside open shadow roots, too. */
export function innermostOf(event: Event): Element | null {
  return (
    event.composedPath().find((each): each is Element => each instanceof Node && isElement(each)) ?? null
  );
}

/** The nearest thing to act on around it; where there is none, the element itself. */
export function actionableOf(event: Event): Element | null {
  const path = event
    .composedPath()
    .filter((each): each is Element => each instanceof Node && isElement(each));
  const actionable = path.find((each) => matches(each, ACTIONABLE)) ?? path[0] ?? null;
  return actionable === null ? null : (controlOf(actionable) ?? actionable);
}

/** A label stands for its field. */
export function controlOf(element: Element): HTMLElement | null {
  return tagOf(element) === "label" ? (element as HTMLLabelElement).control : null;
}

export function isToggle(element: Element): element is HTMLInputElement {
  return tagOf(element) === "input" && /^(checkbox|radio)$/i.test(attributeOf(element, "type") ?? "");
}

/** Their clicks only open what the browser shows: the choice is the action. */
export function isOpenedByClick(element: Element): boolean {
  const tag = tagOf(element);
  return tag === "select" || tag === "option" || (tag === "input" && inputTypeOf(element) === "file");
}

/** As the browser understands it: an unknown type is text. */
export function inputTypeOf(element: Element): string {
  switch (tagOf(element)) {
    case "input":
      return (element as HTMLInputElement).type;
    case "textarea":
      return "textarea";
    default:
      return "contenteditable";
  }
}
