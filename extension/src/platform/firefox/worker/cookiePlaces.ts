// Firefox makes the key of a partition from the address of the tab's page.
import type { CookiePartition } from "../../contract.js";

export const partitionOf: CookiePartition["partitionOf"] = async (_, url) => ({
  topLevelSite: new URL(url).origin,
});
