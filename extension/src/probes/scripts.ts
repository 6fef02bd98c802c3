// The scripts that the document has loaded.
import type { LoadedScript, ScriptList } from "../shared/probeTypes.js";

/** Scripts of the document, preloaded scripts, and modules. */
const INITIATORS = new Set(["script", "link", "other"]);

/**
 * The browser's resource timing has modules and hot updates, whose elements are removed at once; but it holds the
 * first 250 resources only, so the document's elements are listed too.
 */
export function scripts(): ScriptList {
  const timed = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const loaded: LoadedScript[] = timed
    .filter(({ initiatorType }) => INITIATORS.has(initiatorType))
    .map(({ name, decodedBodySize }) => ({ url: name, bytes: decodedBodySize }));
  const known = new Set(loaded.map(({ url }) => url));
  const elements = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  const untimed = elements.filter(({ src }) => !known.has(src)).map(({ src }) => ({ url: src, bytes: 0 }));
  return [...untimed, ...loaded];
}
