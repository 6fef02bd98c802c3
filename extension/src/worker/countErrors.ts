// How many events of a parcel are errors, for a page that did not count them itself.
import type { Parcel } from "../shared/messages.js";

/** By their text, which is cheaper than parsing; inside a string the quotes would be escaped. */
export function countErrors({ stream, events, count }: Parcel): number {
  if (stream !== "logs") return 0;
  return Math.min(events.split('"level":"error"').length - 1, count);
}
