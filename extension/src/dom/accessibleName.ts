// The accessible name of an element; never with the value of a sensitive field in it.
import { computeAccessibleName } from "dom-accessibility-api";
import { isSensitiveField } from "./isSensitiveField.js";
import { normalizeSpace } from "./normalizeSpace.js";
import { attributeOf, isElement, type Root, rootOf } from "./readDom.js";

const FIELDS = "input,textarea,select";

/** Empty if there is none that may be recorded. */
export function accessibleName(element: Element): string {
  const name = normalizeSpace(computeAccessibleName(element));
  return name !== "" && revealsSecret(element, name) ? "" : name;
}

/** Words of a name that is computed from other elements may be what someone typed there. */
function revealsSecret(element: Element, name: string): boolean {
  const fields = sourcesOf(element).flatMap((source) => [
    ...source.querySelectorAll<HTMLInputElement>(FIELDS),
  ]);
  return fields.some(
    (field) => isSensitiveField(field) && field.value !== "" && name.includes(normalizeSpace(field.value)),
  );
}

function sourcesOf(element: Element): Element[] {
  const labels = (element as Partial<HTMLInputElement>).labels;
  return [element, ...(labels instanceof NodeList ? labels : []), ...labelledBy(element)];
}

/** The elements that `aria-labelledby` names. */
export function labelledBy(element: Element): Element[] {
  const ids = attributeOf(element, "aria-labelledby")?.trim().split(/\s+/) ?? [];
  const root = rootOf(element) as Root;
  return ids.flatMap((id) => root.getElementById(id) ?? []).filter(isElement);
}
