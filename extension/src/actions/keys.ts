// Which keys are separate actions; never text typed into a field.
import { attributeOf, matches, tagOf } from "../dom/readDom.js";
import type { EnhancedAction } from "../generated/wire.js";

type Modifiers = NonNullable<EnhancedAction["modifiers"]>;

const MODIFIERS = ["Alt", "Control", "Meta", "Shift"] as const;
const ALWAYS = /^(Enter|Escape|Tab)$/;
const ARROWS = /^Arrow(Up|Down|Left|Right)$/;
/** In a field these keys edit it, and its value shows the result. */
const EDITING = /^([acvxyz]|Arrow\w+|Backspace|Delete|Home|End|Insert)$/i;
const NO_TEXT = /^(checkbox|radio|button|submit|reset|image|file|range|color)$/i;
/** A text field that moves through a list, or a widget that is not a field. */
const LISTS = '[role="combobox"],[aria-autocomplete],[aria-haspopup],[aria-activedescendant],[aria-controls]';
const WIDGET = "[role]";
const NATIVE = /^(input|select|textarea|button|a|area|summary)$/;

/** Whether a key press is recorded. What a key does to a native field comes as that field's own action. */
export function isKeyAction(event: KeyboardEvent, target: Element): boolean {
  const { key } = event;
  if (event.isComposing || event.repeat || MODIFIERS.some((each) => each === key)) return false;
  if (ALWAYS.test(key)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return isShortcut(event, target);
  if (ARROWS.test(key)) return takesArrows(key, target);
  return key === " " && matches(target, WIDGET) && !NATIVE.test(tagOf(target)) && !isTextField(target);
}

export function modifiersOf(event: KeyboardEvent): Modifiers {
  const held = { Alt: event.altKey, Control: event.ctrlKey, Meta: event.metaKey, Shift: event.shiftKey };
  return MODIFIERS.filter((each) => held[each]);
}

/** AltGr and Option type characters. */
function isShortcut(event: KeyboardEvent, target: Element): boolean {
  if (event.getModifierState("AltGraph")) return false;
  if (!isTextField(target)) return true;
  return !event.altKey && !EDITING.test(event.key);
}

function takesArrows(key: string, target: Element): boolean {
  if (isTextField(target)) return /^Arrow(Up|Down)$/.test(key) && matches(target, LISTS);
  return matches(target, WIDGET) && !/^(input|select)$/.test(tagOf(target));
}

export function isTextField(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === "textarea") return true;
  if (tag === "input") return !NO_TEXT.test(attributeOf(element, "type") ?? "");
  return (element as HTMLElement).isContentEditable === true;
}

/** Enter is a line break there, unless the page handles it. */
export function isMultiLine(element: Element): boolean {
  return tagOf(element) === "textarea" || (element as HTMLElement).isContentEditable === true;
}
