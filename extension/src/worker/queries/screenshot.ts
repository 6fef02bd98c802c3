// The question `screenshot`: the visible tab as an image of bounded size.
import { BROWSER_NAME } from "#platform/browser.js";
import {
  isScreenshotQuota,
  isScreenshotRefused,
  SCREENSHOT_QUOTA_WAIT_MS,
} from "#platform/worker/apiErrors.js";
import type { Query } from "../../generated/wire.js";
import type { Settings } from "../../shared/settings.js";
import { capturedTab } from "../tabs/capturedTab.js";
import type { SeenTab } from "../tabs/chooseTab.js";
import { Failure } from "../tabs/failure.js";
import {
  type BoundedScreenshot,
  SCREENSHOT_QUALITY,
  type ScreenshotFormat,
  shrink,
} from "./boundScreenshot.js";

const SCREENSHOT_TRIES = 4; // while the quota is used up

export interface Screenshot extends BoundedScreenshot {
  tabId: number;
  url: string;
}

export async function screenshot(query: Query, settings: Settings): Promise<Screenshot> {
  const tab = await capturedTab(query, settings);
  return photograph(tab, query.params?.format === "png" ? "png" : "jpeg");
}

export async function photograph(tab: SeenTab, format: ScreenshotFormat): Promise<Screenshot> {
  if (!tab.active) throw notVisible(tab.id);
  const taken = await take(tab.windowId, format);
  // The user may have switched tabs meanwhile; another page must not be captured.
  const { active, url } = await chrome.tabs.get(tab.id);
  if (!active || url !== tab.url) throw notVisible(tab.id);
  return { tabId: tab.id, url: tab.url, ...(await shrink(taken, format)) };
}

async function take(windowId: number, format: ScreenshotFormat): Promise<Blob> {
  for (let left = SCREENSHOT_TRIES; ; left--) {
    try {
      const address = await chrome.tabs.captureVisibleTab(windowId, { format, quality: SCREENSHOT_QUALITY });
      return await (await fetch(address)).blob();
    } catch (error) {
      const words = String(error);
      if (!isScreenshotQuota(words) || left <= 1) throw explain(words);
      await new Promise((done) => setTimeout(done, SCREENSHOT_QUOTA_WAIT_MS));
    }
  }
}

function explain(words: string): Failure {
  if (isScreenshotRefused(words)) {
    return new Failure(
      "screenshot_not_allowed",
      `${BROWSER_NAME} does not allow a screenshot of this tab yet.`,
      "Ask the user to click the Gasoline icon in the toolbar while the tab is active, which allows it until they " +
        'go to another site; or to turn on "Capture all sites" in Gasoline\'s options, which allows it permanently.',
    );
  }
  return new Failure(
    "screenshot_failed",
    `The browser could not take a screenshot (${words}).`,
    "Ask the user whether the window is minimized, then ask again.",
  );
}

function notVisible(tabId: number): Failure {
  return new Failure(
    "tab_not_visible",
    `Tab ${tabId} is in the background, and ${BROWSER_NAME} takes screenshots only of the active tab.`,
    `Ask the user to activate tab ${tabId}, then ask again.`,
  );
}
