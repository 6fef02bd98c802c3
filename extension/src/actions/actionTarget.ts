// The target of an event: the element that a user would name, not the innermost box.
import { attributeOf, isElement, matches, tagOf } from "../dom/readDom.js";

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

/** The nearest interactive element around it, or the element itself. */
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

/** The type as browsers interpret it: an unknown type is text. */
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
