// Where Firefox keeps cookies: their partition, and the address by which its API finds one.
import type { CookiePlaces } from "../../contract.js";

/** Made from the address of the tab's page, without its port. */
export const partitionOf: CookiePlaces["partitionOf"] = async (_, url) => {
  const { protocol, hostname } = new URL(url);
  return { topLevelSite: `${protocol}//${hostname}` };
};

/** The API does not find secure cookies by an http address, even on http://localhost, where pages get them. */
export const isFoundByHttp: CookiePlaces["isFoundByHttp"] = ({ secure }) => !secure;
