// A tab whose page hangs: left for about:blank, which ends its process's work, and loaded again.
import { HANG_BACK_MS, HANG_PING_MS } from "../../generated/limits.js";
import { within } from "../within.js";
import { whenLoaded } from "./whenLoaded.js";

/** Whether the page still answers. */
export async function isAlive(tabId: number): Promise<boolean> {
  const ping = chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: () => true,
  });
  return (await within(ping, HANG_PING_MS).catch(() => undefined)) !== undefined;
}

export async function freeTab(tabId: number, url: string): Promise<void> {
  const left = whenLoaded(tabId);
  await chrome.tabs.update(tabId, { url: "about:blank" });
  await within(left, HANG_BACK_MS);
  const back = whenLoaded(tabId);
  await chrome.tabs.update(tabId, { url });
  await within(back, HANG_BACK_MS);
}
