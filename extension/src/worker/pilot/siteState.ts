// What a site has stored in the browser, as one piece.
import { SNAPSHOT_CHARS } from "../../generated/limits.js";
import { askProbe } from "../askProbe.js";
import type { SeenTab } from "../chooseTab.js";
import { Failure } from "../failure.js";
import { type Cookie, jarOf, readCookies } from "./cookies.js";

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
    "Clear what is not needed there, then call again.",
  );
}
