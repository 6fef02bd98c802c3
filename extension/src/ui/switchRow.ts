// One switch: a labeled checkbox with an optional hint.

export interface SwitchRow {
  element: HTMLElement;
  input: HTMLInputElement;
}

export function switchRow(id: string, label: string, hint?: string): SwitchRow {
  const element = document.createElement("div");
  element.className = "switch";
  const name = document.createElement("label");
  name.htmlFor = id;
  name.textContent = label;
  const input = document.createElement("input");
  input.type = "checkbox";
  input.id = id;
  element.append(name, input);
  if (hint !== undefined) element.append(hintFor(input, hint));
  return { element, input };
}

function hintFor(input: HTMLInputElement, text: string): HTMLElement {
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.id = `${input.id}-hint`;
  hint.textContent = text;
  input.setAttribute("aria-describedby", hint.id);
  return hint;
}
