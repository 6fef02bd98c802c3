// Texts as JSON, truncated.
import { truncationPoint } from "../../shared/truncationPoint.js";
import { mapClear, mapGet, mapSet, mapSize, NativeMap, slice, stringify, wellFormed } from "./natives.js";

export const STRING_CHARS = 10_240; // CON-03

/** JSON text of a string, truncated at `chars` with a mark that says how much is missing. */
export function quote(text: string, chars: number = STRING_CHARS): string {
  return stringify(wellFormed(truncateWithCount(text, chars)));
}

export function truncateWithCount(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const kept = truncationPoint(text, chars);
  return `${slice(text, 0, kept)}…[+${text.length - kept} chars]`;
}

/** V8 makes a part of a long text that is no longer than this a text of its own: none of the page's is kept alive. */
export const SHORT_CHARS = 12;
const MAX_QUOTED = 500; // short texts whose JSON is kept: keys and words come again and again

const quoted = new NativeMap<string, string>();

/** Like `quote`, for texts that probably recur. */
export function quoteAgain(text: string): string {
  const known = mapGet(quoted, text);
  if (known !== undefined) return known;
  if (mapSize(quoted) >= MAX_QUOTED) mapClear(quoted);
  const json = quote(text);
  mapSet(quoted, text, json);
  return json;
}
