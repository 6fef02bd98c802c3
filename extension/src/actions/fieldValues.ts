// The value of a field, in a form that a script can enter again.

import { normalizeSpace } from "../dom/normalizeSpace.js";
import { tagOf } from "../dom/readDom.js";
import { ACTION_TEXT_CHARS, ACTION_VALUE_CHARS } from "../shared/actionBounds.js";
import { REDACTED } from "../shared/isSensitiveName.js";
import type { ActionFields } from "./actionJournal.js";
import { inputTypeOf } from "./actionTarget.js";
import { exactPrefix } from "./selectors/elementText.js";

const MAX_ACTION_FILES = 20; // names of files chosen at once
const MAX_ACTION_OPTIONS = 50; // options chosen at once

export function enteredIn(element: Element, isSecret: boolean): Partial<ActionFields> {
  if (tagOf(element) === "select") return selectionOf(element as HTMLSelectElement, isSecret);
  const inputType = inputTypeOf(element);
  if (inputType === "file") return { inputType, files: fileNames(element as HTMLInputElement) };
  return { inputType, value: isSecret ? REDACTED : exactPrefix(textIn(element), ACTION_VALUE_CHARS) };
}

function selectionOf(select: HTMLSelectElement, isSecret: boolean): Partial<ActionFields> {
  const chosen = [...select.selectedOptions].slice(0, MAX_ACTION_OPTIONS);
  const shown = (text: string | undefined, chars: number) =>
    isSecret ? REDACTED : exactPrefix(text ?? "", chars);
  return {
    selectedValue: shown(chosen[0]?.value, ACTION_VALUE_CHARS),
    selectedText: shown(chosen[0] && normalizeSpace(chosen[0].label), ACTION_TEXT_CHARS),
    ...(select.multiple && {
      selectedValues: chosen.map(({ value }) => shown(value, ACTION_VALUE_CHARS)),
    }),
  };
}

function fileNames({ files }: HTMLInputElement): string[] {
  return [...(files ?? [])]
    .slice(0, MAX_ACTION_FILES)
    .map(({ name }) => exactPrefix(name, ACTION_TEXT_CHARS));
}

/** Rich text with its line breaks; they need a layout, so a long text goes without. */
function textIn(element: Element): string {
  if (tagOf(element) === "input" || tagOf(element) === "textarea") return (element as HTMLInputElement).value;
  const text = element.textContent ?? "";
  // biome-ignore lint/performance/useDomNodeTextContent: it has no line breaks
  return text.length > ACTION_VALUE_CHARS ? text : ((element as HTMLElement).innerText ?? text);
}
