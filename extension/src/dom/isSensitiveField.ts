// Fields whose value never leaves the page (ACT-07).
import { isSensitiveName } from "../shared/isSensitiveName.js";
import { attributeOf, tagOf } from "./readDom.js";

const FIELDS = /^(input|textarea|select)$/;
const AUTOCOMPLETE = /password|cc-|one-time-code/i;

export function isSensitiveField(element: Element): boolean {
  if (!FIELDS.test(tagOf(element)) && attributeOf(element, "contenteditable") === null) return false;
  const attribute = (name: string) => attributeOf(element, name) ?? "";
  return (
    attribute("type").toLowerCase() === "password" ||
    AUTOCOMPLETE.test(attribute("autocomplete")) ||
    isSensitiveName(attribute("name")) ||
    isSensitiveName(attribute("id"))
  );
}
