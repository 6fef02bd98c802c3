// What a field says about its value, so that a script can fill it in again.

import { tagOf } from "../dom/read.js";
import { ACTION_FILES, ACTION_OPTIONS, ACTION_TEXT_CHARS, ACTION_VALUE_CHARS } from "../generated/limits.js";
import { REDACTED } from "../shared/isSensitiveName.js";
import type { Told } from "./journal.js";
import { cut, normalise } from "./selectors/words.js";
import { inputTypeOf } from "./target.js";

export function enteredIn(element: Element, isSecret: boolean): Partial<Told> {
  if (tagOf(element) === "select") return selectionOf(element as HTMLSelectElement, isSecret);
  const inputType = inputTypeOf(element);
  if (inputType === "file") return { inputType, files: fileNames(element as HTMLInputElement) };
  return { inputType, value: isSecret ? REDACTED : cut(textIn(element), ACTION_VALUE_CHARS) };
}

function selectionOf(select: HTMLSelectElement, isSecret: boolean): Partial<Told> {
  const chosen = [...select.selectedOptions].slice(0, ACTION_OPTIONS);
  const tell = (text: string | undefined, chars: number) => (isSecret ? REDACTED : cut(text ?? "", chars));
  return {
    selectedValue: tell(chosen[0]?.value, ACTION_VALUE_CHARS),
    selectedText: tell(chosen[0] && normalise(chosen[0].label), ACTION_TEXT_CHARS),
    ...(select.multiple && { selectedValues: chosen.map(({ value }) => tell(value, ACTION_VALUE_CHARS)) }),
  };
}

function fileNames({ files }: HTMLInputElement): string[] {
  return [...(files ?? [])].slice(0, ACTION_FILES).map(({ name }) => cut(name, ACTION_TEXT_CHARS));
}

/** Rich text with its line breaks; they need a layout, so a long text goes without. */
function textIn(element: Element): string {
  if (tagOf(element) === "input" || tagOf(element) === "textarea") return (element as HTMLInputElement).value;
  const text = element.textContent ?? "";
  // biome-ignore lint/performance/useDomNodeTextContent: it has no line breaks
  return text.length > ACTION_VALUE_CHARS ? text : ((element as HTMLElement).innerText ?? text);
}
