// Where Chromium keeps cookies: their partition, and the address by which its API finds one.
import type { CookiePlaces } from "../../contract.js";

/** Browsers before Chrome 132 do not tell. */
export const partitionOf: CookiePlaces["partitionOf"] = async (tabId) => {
  if (typeof chrome.cookies.getPartitionKey !== "function") return undefined;
  const { partitionKey } = await chrome.cookies.getPartitionKey({ tabId, frameId: 0 });
  return partitionKey;
};

/** The scheme of a partition is that of its site: on http://localhost cookies may be secure, too. */
export const isFoundByHttp: CookiePlaces["isFoundByHttp"] = ({ secure, partitionKey }) =>
  partitionKey?.topLevelSite?.startsWith("http:") ?? !secure;
