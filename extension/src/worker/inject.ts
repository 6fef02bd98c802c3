// Brings the recorders into pages that are open already, so that nobody has to reload.
import { isLocalUrl } from "../shared/sites.js";
import { isSeen } from "./chooseTab.js";

/** Page first, as the manifest has it. */
export async function injectInto(tabId: number): Promise<void> {
  const target = { tabId, allFrames: true };
  try {
    await chrome.scripting.executeScript({
      target,
      files: ["page.js"],
      world: "MAIN",
      injectImmediately: true,
    });
    await chrome.scripting.executeScript({ target, files: ["content.js"], injectImmediately: true });
  } catch {
    // The tab was closed, shows an error page, or the permission went: there is nothing to record.
  }
}

/** After an install or an update the old content scripts are cut off from the new worker. */
export async function injectIntoOpenTabs(isWanted: (url: string) => boolean = isLocalUrl): Promise<void> {
  const tabs = (await chrome.tabs.query({}))
    .filter(isSeen)
    .filter((tab) => !tab.discarded && isWanted(tab.url));
  await Promise.all(tabs.map((tab) => injectInto(tab.id)));
}
