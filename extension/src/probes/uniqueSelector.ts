// A unique selector of an element; through shadow roots as `host >>> inner`.
import { isShadowRoot, rootOf } from "../dom/readDom.js";
import { uniquePath } from "../dom/uniquePath.js";
import { INTO } from "./pierce.js";

export function uniqueSelector(element: Element): string {
  const root = rootOf(element);
  const { steps, isAnchored } = uniquePath(element);
  if (!isShadowRoot(root)) return steps.join(" > ");
  // Without an anchor the path would also match further down.
  const path = isAnchored ? steps : [":host", ...steps];
  return uniqueSelector(root.host) + INTO + path.join(" > ");
}
