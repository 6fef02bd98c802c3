// The functions of bySyntax.cjs in this realm.

import source from "../../src/page/pilot/bySyntax.cjs?raw";
import type { BySyntax } from "../../src/page/pilot/bySyntax.js";

export function bySyntax(): BySyntax {
  return new Function(`${source}; return { verifiedCompiler, settle, promised }`)() as BySyntax;
}
