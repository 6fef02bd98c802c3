// Injects the recorders into open pages, so that they need no reload.
import { isLocalUrl } from "../shared/sites.js";
import { isSeen } from "./tabs/chooseTab.js";

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
    // The tab was closed, shows an error page, or the permission was removed.
  }
}

/** After an install or update, old content scripts are disconnected from the new worker. */
export async function injectIntoOpenTabs(isWanted: (url: string) => boolean = isLocalUrl): Promise<void> {
  const tabs = (await chrome.tabs.query({}))
    .filter(isSeen)
    .filter((tab) => !tab.discarded && isWanted(tab.url));
  await Promise.all(tabs.map((tab) => injectInto(tab.id)));
}

const OPENED = "firstPageOpened";

/** Once per browser run, regardless of worker restarts. */
export async function openFirstPage(url: string): Promise<void> {
  const { [OPENED]: isOpened } = await chrome.storage.session.get(OPENED);
  if (isOpened) return;
  await chrome.storage.session.set({ [OPENED]: true });
  const [tab] = await chrome.tabs.query({ active: true });
  await (tab?.id === undefined ? chrome.tabs.create({ url }) : chrome.tabs.update(tab.id, { url }));
}
