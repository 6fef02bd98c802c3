// What a site has stored in the browser, as one piece: read from a tab, put into a tab.
import { SNAPSHOT_CHARS } from "../../generated/limits.js";
import type { StorageContent } from "../../shared/probes.js";
import { askProbe } from "../askProbe.js";
import type { SeenTab } from "../chooseTab.js";
import { Failure } from "../failure.js";
import { type Cookie, readCookies, removeCookies, setCookies } from "./cookies.js";

export interface SiteState {
  /** localStorage and sessionStorage as JSON text of a StorageContent. */
  storage: string;
  cookies: Cookie[];
}

export interface Restored {
  localStorage: number;
  sessionStorage: number;
  cookies: number;
}

export async function readState(tab: SeenTab): Promise<SiteState> {
  const [storage, cookies] = await Promise.all([askProbe(tab.id, "readStorage", {}), readCookies(tab)]);
  const state = { storage, cookies };
  if (JSON.stringify(state).length <= SNAPSHOT_CHARS) return state;
  throw new Failure(
    "state_too_large",
    `The site has stored more than ${SNAPSHOT_CHARS} characters.`,
    "Clear what is not needed there, then call again.",
  );
}

/** Half done when it throws: the caller has what was there before. */
export async function writeState(tab: SeenTab, { storage, cookies }: SiteState): Promise<Restored> {
  await removeCookies(await readCookies(tab));
  const count = await setCookies(cookies);
  await askProbe(tab.id, "writeStorage", { json: storage });
  const { localStorage, sessionStorage }: StorageContent = JSON.parse(storage);
  return { localStorage: localStorage.length, sessionStorage: sessionStorage.length, cookies: count };
}
