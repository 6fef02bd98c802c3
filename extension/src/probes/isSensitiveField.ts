// Fields whose value never leaves the page (supplement A, User actions).
import { attributeOf, tagOf } from "./read.js";

export const REDACTED = "[redacted]";
const FIELDS = /^(input|textarea|select)$/;
const AUTOCOMPLETE = /password|cc-|one-time-code/i;
const NAMES = /password|passwd|secret|token|card|cvv|cvc|ssn|otp/i;

export function isSensitiveField(element: Element): boolean {
  if (!FIELDS.test(tagOf(element))) return false;
  const attribute = (name: string) => attributeOf(element, name) ?? "";
  return (
    attribute("type").toLowerCase() === "password" ||
    AUTOCOMPLETE.test(attribute("autocomplete")) ||
    NAMES.test(attribute("name")) ||
    NAMES.test(attribute("id"))
  );
}
