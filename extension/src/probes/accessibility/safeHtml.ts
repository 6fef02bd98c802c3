// An element's HTML without the values of sensitive fields.
import { isSensitiveField } from "../../dom/isSensitiveField.js";
import { tagOf } from "../../dom/read.js";
import { attributesAsData } from "../describeElement.js";

/** axe's own snippet, unless it may hold a secret: then the opening tag alone, and no more than its name where the
 * element has gone meanwhile. */
export function safeHtml(html: string, element: Element | null): string {
  if (element === null) return /^<[\w-]+/.exec(html)?.[0].concat("…>") ?? "";
  if (!holdsSecret(element)) return html;
  const attributes = Object.entries(attributesAsData(element)).map(
    ([name, value]) => ` ${name}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"`,
  );
  return `<${tagOf(element)}${attributes.join("")}>`;
}

function holdsSecret(element: Element): boolean {
  const fields = Array.from(Element.prototype.querySelectorAll.call(element, "input,textarea,select"));
  return [element, ...fields].some(isSensitiveField);
}
