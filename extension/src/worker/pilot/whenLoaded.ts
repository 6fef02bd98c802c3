// Waits until a tab has loaded what a navigation loads.
import { within } from "../../shared/within.js";
import { deferred } from "../deferred.js";

/** Returns when the tab has loaded, or after the timeout. */
export async function whenLoaded(
  tabId: number,
  waitMs: number,
  navigate: () => Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = deferred<void>();
  const listener = (id: number, { status }: { status?: string }) => {
    if (id === tabId && status === "complete") resolve();
  };
  chrome.tabs.onUpdated.addListener(listener);
  try {
    await navigate();
    await within(promise, waitMs);
  } finally {
    chrome.tabs.onUpdated.removeListener(listener);
  }
}
