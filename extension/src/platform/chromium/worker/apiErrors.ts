// What the error messages of Chromium's extension API mean.
import type { ApiErrors } from "../../contract.js";

export const SCREENSHOT_QUOTA_WAIT_MS: ApiErrors["SCREENSHOT_QUOTA_WAIT_MS"] = 550; // two screenshots in a second

export const tabProblemIn: ApiErrors["tabProblemIn"] = (message) => {
  if (/no tab with id|tab was closed|frame.*(removed|not found)|no frame/i.test(message)) return "closed";
  if (/contents of (the page|url)|host permission/i.test(message)) return "not_captured";
  if (/cannot access|cannot be scripted|error page|permission/i.test(message)) return "not_allowed";
  return null;
};

export const isScreenshotQuota: ApiErrors["isScreenshotQuota"] = (message) => /quota/i.test(message);

export const isScreenshotRefused: ApiErrors["isScreenshotRefused"] = (message) =>
  /activeTab|all_urls|permission/i.test(message);
