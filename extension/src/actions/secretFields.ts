// Fields whose value is never recorded, even after "show password" has turned them into plain text.
import { isSensitiveField } from "../dom/isSensitiveField.js";
import { attributeOf, isElement, rootOf, tagOf } from "../dom/readDom.js";

const TYPE_CHANGES = { subtree: true, attributeFilter: ["type"], attributeOldValue: true };

export class SecretFields {
  private readonly wasPassword = new WeakSet<Element>();
  private watched = new WeakSet<Node>();
  private readonly observer = new MutationObserver((changes) => this.note(changes));

  /** A shadow tree is watched from the first event inside it, which comes before the page's own listeners. */
  watchAround(element: Element): void {
    this.watch(rootOf(element));
  }

  watch(root: Node): void {
    if (this.watched.has(root)) return;
    this.watched.add(root);
    this.observer.observe(root, TYPE_CHANGES);
  }

  stop(): void {
    this.observer.disconnect();
    this.watched = new WeakSet();
  }

  isSecret(element: Element): boolean {
    this.note(this.observer.takeRecords());
    if (isPassword(attributeOf(element, "type")) && tagOf(element) === "input") this.wasPassword.add(element);
    return this.wasPassword.has(element) || isSensitiveField(element);
  }

  private note(changes: readonly MutationRecord[]): void {
    for (const { target, oldValue } of changes)
      if (isPassword(oldValue) && isElement(target)) this.wasPassword.add(target);
  }
}

function isPassword(type: string | null): boolean {
  return type?.toLowerCase() === "password";
}
