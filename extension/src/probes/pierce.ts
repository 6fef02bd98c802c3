// Finds elements in a document and in every open shadow root; `host >>> inner` steps into the host's root.

import { find, type Root, shadowRootOf } from "../dom/readDom.js";
import { Refusal } from "../shared/probeTypes.js";

/** Between a shadow host and what is inside; between frames in `frame`. */
export const INTO = " >>> ";

/** All matches, those of the document first. Throws a Refusal for an invalid selector. */
export function pierce(document: Document, selector: string): Element[] {
  const [first = "", ...inner] = splitSteps(selector).map(checked);
  let found = rootsOf(document).flatMap((root) => find(root, first));
  for (const step of inner) {
    found = found.flatMap((host) => {
      const root = shadowRootOf(host);
      return root === null ? [] : find(root, step);
    });
  }
  return [...new Set(found)];
}

/** The parts of `a >>> b`, however it is spaced. */
export function splitSteps(text: string): string[] {
  return text.split(">>>").map((step) => step.trim());
}

/** The document and all open shadow roots below it. */
function rootsOf(root: Root): Root[] {
  const hosts = find(root, "*")
    .map(shadowRootOf)
    .filter((inner) => inner !== null);
  return [root, ...hosts.flatMap(rootsOf)];
}

/** Every step is tried, also one that nothing leads to. */
function checked(step: string): string {
  try {
    new DocumentFragment().querySelector(step);
    return step;
  } catch {
    throw new Refusal(
      "invalid_selector",
      `${JSON.stringify(step)} is not a valid CSS selector.`,
      "Pass one that document.querySelector takes; `host >>> inner` steps into an open shadow root.",
    );
  }
}
