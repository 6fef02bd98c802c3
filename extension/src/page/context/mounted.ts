// The places where applications are mounted: near the top of the document.
import { documentBody, firstChild, nextSibling } from "../core/natives.js";

/** Containers are children of the body, or of one of its children. */
const DEPTH = 3;
const ELEMENTS = 200;

/** The first element for which `find` finds something, from the body down. */
export function findMounted<T>(find: (element: object) => T | undefined): T | undefined {
  let left = ELEMENTS;
  const visit = (element: Element | null, depth: number): T | undefined => {
    for (let each = element; each !== null && --left >= 0; each = nextSibling(each)) {
      const found = find(each) ?? (depth > 1 ? visit(firstChild(each), depth - 1) : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const body = documentBody(document);
  return body ? (find(body) ?? visit(firstChild(body), DEPTH)) : undefined;
}
