// Chromium knows in which partition the cookies of a tab's page are.
import type { CookiePartition } from "../../contract.js";

/** Browsers before Chrome 132 do not tell. */
export const partitionOf: CookiePartition["partitionOf"] = async (tabId) => {
  if (typeof chrome.cookies.getPartitionKey !== "function") return undefined;
  const { partitionKey } = await chrome.cookies.getPartitionKey({ tabId, frameId: 0 });
  return partitionKey;
};
