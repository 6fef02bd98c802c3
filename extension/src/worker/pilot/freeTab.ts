// Rescues a tab whose page hangs: navigates to about:blank, which stops its work, and loads it again.
import { within } from "../../shared/within.js";
import { whenLoaded } from "./whenLoaded.js";

const HANG_PING_MS = 1_000; // a page that does not answer within this time hangs
const HANG_BACK_MS = 1_000; // until a tab that hung has left its page, and again until it is back

/** Whether the page still responds. */
export async function isAlive(tabId: number): Promise<boolean> {
  const ping = chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: () => true,
  });
  return (await within(ping, HANG_PING_MS).catch(() => undefined)) !== undefined;
}

export async function freeTab(tabId: number, url: string): Promise<void> {
  await whenLoaded(tabId, HANG_BACK_MS, () => chrome.tabs.update(tabId, { url: "about:blank" }));
  await whenLoaded(tabId, HANG_BACK_MS, () => chrome.tabs.update(tabId, { url }));
}
