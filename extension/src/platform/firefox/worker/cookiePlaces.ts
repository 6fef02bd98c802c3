// Where Firefox keeps cookies: their partition, and the address by which its API finds one.
import type { CookiePlaces } from "../../contract.js";

/** Made from the address of the tab's page, without its port. */
export const partitionOf: CookiePlaces["partitionOf"] = async (_, url) => {
  const { protocol, hostname } = new URL(url);
  return { topLevelSite: `${protocol}//${hostname}` };
};

/** Also on http://localhost, where a page gets secure cookies, the API does not find them by its address. */
export const isFoundByHttp: CookiePlaces["isFoundByHttp"] = ({ secure }) => !secure;
