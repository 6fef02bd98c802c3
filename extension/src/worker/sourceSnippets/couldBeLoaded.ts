// Whether a file is the version that the page has loaded, by its size.
import type { ScriptList } from "../../shared/probes.js";
import type { FileText } from "./readText.js";

/** How Vite addresses a module that a hot update replaced: with the time of the update. */
const TIMESTAMP = /[?&]t=\d{13}\b/g;
const TIMESTAMP_CHARS = "?t=1700000000000".length;

/**
 * After a hot update a development server has only the newest version of a bundle or module, while the page still runs
 * parts of the one before. What the browser does not know the size of may be either.
 */
export function couldBeLoaded({ text, bytes }: FileText, url: string, scripts: ScriptList): boolean {
  const sizes = scripts.filter((each) => each.url === url && each.bytes > 0).map((each) => each.bytes);
  return sizes.length === 0 || sizes.some((size) => isSame(text, bytes - size));
}

/** Vite adds timestamps to the imports of a module that did not change itself. */
function isSame(text: string, moreBytes: number): boolean {
  if (moreBytes === 0) return true;
  if (moreBytes < 0 || moreBytes % TIMESTAMP_CHARS !== 0) return false;
  return moreBytes / TIMESTAMP_CHARS <= (text.match(TIMESTAMP)?.length ?? 0);
}
