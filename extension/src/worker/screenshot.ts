// The question `screenshot`: the visible tab as a picture of bounded size.
import { SCREENSHOT_QUALITY, SCREENSHOT_QUOTA_WAIT_MS, SCREENSHOT_TRIES } from "../generated/limits.js";
import type { Query } from "../generated/wire.js";
import type { Settings } from "../shared/settings.js";
import { type Picture, type PictureFormat, shrink } from "./boundPicture.js";
import { capturedTab } from "./capturedTab.js";
import type { SeenTab } from "./chooseTab.js";
import { Failure } from "./failure.js";

export interface Screenshot extends Picture {
  tabId: number;
  url: string;
}

export async function screenshot(query: Query, settings: Settings): Promise<Screenshot> {
  const tab = await capturedTab(query, settings);
  return photograph(tab, query.params?.format === "png" ? "png" : "jpeg");
}

export async function photograph(tab: SeenTab, format: PictureFormat): Promise<Screenshot> {
  if (!tab.active) throw notVisible(tab.id);
  const taken = await take(tab.windowId, format);
  // The person may have changed tabs meanwhile: another page is nobody's business.
  const { active, url } = await chrome.tabs.get(tab.id);
  if (!active || url !== tab.url) throw notVisible(tab.id);
  return { tabId: tab.id, url: tab.url, ...(await shrink(taken, format)) };
}

async function take(windowId: number, format: PictureFormat): Promise<Blob> {
  for (let left = SCREENSHOT_TRIES; ; left--) {
    try {
      const address = await chrome.tabs.captureVisibleTab(windowId, { format, quality: SCREENSHOT_QUALITY });
      return await (await fetch(address)).blob();
    } catch (error) {
      const words = String(error);
      if (!/quota/i.test(words) || left <= 1) throw explain(words);
      await new Promise((done) => setTimeout(done, SCREENSHOT_QUOTA_WAIT_MS));
    }
  }
}

function explain(words: string): Failure {
  if (/activeTab|all_urls|permission/i.test(words)) {
    return new Failure(
      "screenshot_not_allowed",
      "Chrome gives no picture of this tab yet.",
      "Ask the person to click the Gasoline icon in the toolbar while the tab is in front, which is enough until they " +
        'go to another site; or to tick "Capture all sites" in Gasoline\'s options, which is for good.',
    );
  }
  return new Failure(
    "screenshot_failed",
    `The browser took no picture (${words}).`,
    "Ask the person whether the window is minimised, and ask again.",
  );
}

function notVisible(tabId: number): Failure {
  return new Failure(
    "tab_not_visible",
    `Tab ${tabId} is in the background, and Chrome takes pictures of the tab in front only.`,
    `Ask the person to click on tab ${tabId}, then ask again.`,
  );
}
