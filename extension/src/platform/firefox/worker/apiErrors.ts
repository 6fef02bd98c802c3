// What the error messages of Firefox's extension API mean.
import type { ApiErrors } from "../../contract.js";

export const SCREENSHOT_QUOTA_WAIT_MS: ApiErrors["SCREENSHOT_QUOTA_WAIT_MS"] = 550; // two screenshots in a second

export const tabProblemIn: ApiErrors["tabProblemIn"] = (message) => {
  if (/invalid tab id|invalid frame ids?|invalid documentids?|(frame|document).*not found/i.test(message))
    return "closed";
  if (/missing host permission/i.test(message)) return "not_captured";
  if (/permission|cannot access/i.test(message)) return "not_allowed";
  return null;
};

export const isScreenshotQuota: ApiErrors["isScreenshotQuota"] = (message) => /quota/i.test(message);

export const isScreenshotRefused: ApiErrors["isScreenshotRefused"] = (message) =>
  /activeTab|all_urls|permission/i.test(message);
