// Waits for something, but not longer than it is worth.
import { deferred } from "../deferred.js";

/** Undefined if it took longer. */
export async function withinMs<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise, resolve } = deferred<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  const first = await Promise.race([work, promise]);
  clearTimeout(timer);
  return first;
}
