// Which fields keep their value to themselves, also after "show password" has made them plain text.
import { isSensitiveField } from "../dom/isSensitiveField.js";
import { attributeOf, find, type Root, rootOf, tagOf } from "../dom/read.js";

export class Secrets {
  private readonly wasPassword = new WeakSet<Element>();

  /** Before the page's own listeners: a click may be the one that shows the password. */
  notice(near: Element): void {
    for (const field of find(rootOf(near) as Root, 'input[type="password" i]')) this.wasPassword.add(field);
  }

  isSecret(element: Element): boolean {
    if (tagOf(element) === "input" && attributeOf(element, "type")?.toLowerCase() === "password") {
      this.wasPassword.add(element);
    }
    return this.wasPassword.has(element) || isSensitiveField(element);
  }
}
