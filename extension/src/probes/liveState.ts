// What an element is for a person now: role, name, and state that its attributes do not show.

import { accessibleName } from "../dom/accessibleName.js";
import { isSensitiveField } from "../dom/isSensitiveField.js";
import { attributeOf, tagOf } from "../dom/readDom.js";
import { roleOf } from "../dom/roleOf.js";
import { REDACTED } from "../shared/isSensitiveName.js";
import { DOM_ATTRIBUTE_CHARS, truncateToSafePoint } from "./describeElement.js";

export interface LiveState {
  role?: string;
  name?: string;
  /** What stands in the field, if it is not what its attribute says. */
  value?: string;
  checked?: boolean;
  disabled?: true;
  focused?: true;
}

const CHECKABLE = /^(checkbox|radio)$/;
const PRESSABLE = /^(button|submit|reset|image|hidden|file)$/;

export function liveState(element: Element): LiveState {
  const state: LiveState = {};
  const role = roleOf(element);
  const name = nameOf(element);
  if (role) state.role = truncateToSafePoint(role, DOM_ATTRIBUTE_CHARS);
  if (name) state.name = truncateToSafePoint(name, DOM_ATTRIBUTE_CHARS);
  if (Element.prototype.matches.call(element, ":disabled")) state.disabled = true;
  if (isFocused(element)) state.focused = true;
  return { ...state, ...contentOf(element) };
}

/** A form whose fields are named like methods of the DOM has no name that can be computed. */
function nameOf(element: Element): string {
  try {
    return accessibleName(element);
  } catch (error) {
    if (error instanceof TypeError) return "";
    throw error;
  }
}

/** Where nothing has the focus, the body has it. */
function isFocused(element: Element): boolean {
  const root = Node.prototype.getRootNode.call(element) as Partial<DocumentOrShadowRoot>;
  return root.activeElement === element && tagOf(element) !== "body";
}

function contentOf(element: Element): LiveState {
  if (!/^(input|textarea|select)$/.test(tagOf(element))) return {};
  const { type, value, checked } = element as HTMLInputElement;
  if (CHECKABLE.test(type)) return { checked };
  if (PRESSABLE.test(type) || value === (attributeOf(element, "value") ?? "")) return {};
  return { value: isSensitiveField(element) ? REDACTED : truncateToSafePoint(value, DOM_ATTRIBUTE_CHARS) };
}
