// A site's stored data as one object.
import { askProbe } from "../tabs/askProbe.js";
import type { SeenTab } from "../tabs/chooseTab.js";
import { Failure } from "../tabs/failure.js";
import { type Cookie, jarOf, readCookies } from "./cookies.js";

const SNAPSHOT_CHARS = 3 * 1024 * 1024; // one saved state as JSON

export interface SiteState {
  /** localStorage and sessionStorage as JSON text of a StorageContent. */
  storage: string;
  cookies: Cookie[];
}

export async function readState(tab: SeenTab): Promise<SiteState> {
  const [storage, cookies] = await Promise.all([
    askProbe(tab.id, "readStorage", {}),
    jarOf(tab).then(readCookies),
  ]);
  const state = { storage, cookies };
  if (JSON.stringify(state).length <= SNAPSHOT_CHARS) return state;
  throw new Failure(
    "state_too_large",
    `The site has stored more than ${SNAPSHOT_CHARS} characters.`,
    "Clear storage that is not needed, then call again.",
  );
}
