// Loads saved states into tabs, all or nothing: if the worker stops or the tab closes, the previous state is restored.

import { MAX_HALF_LOADED_SITES } from "../../generated/limits.js";
import type { StorageContent } from "../../shared/probeTypes.js";
import { within } from "../../shared/within.js";
import { askProbe } from "../tabs/askProbe.js";
import { isSeen, type SeenTab } from "../tabs/chooseTab.js";
import { Failure } from "../tabs/failure.js";
import { type CookieJar, isThere, jarOf, replaceCookies } from "./cookies.js";
import { readState, type SiteState } from "./siteState.js";

const PROBE_MS = 5_000; // a page that takes longer to write its storage hangs

/** Storage key of the previous states during unfinished loads, by origin. */
const KEY = "gasoline_loads";

interface Former {
  tabId: number;
  /** A private window keeps everything apart. */
  incognito: boolean;
  jar: CookieJar;
  state: SiteState;
  /** What may already have changed: cookies first, then storage at once. */
  changed: { cookies: boolean; storage: boolean };
}

export interface Restored {
  localStorage: number;
  sessionStorage: number;
  cookies: number;
}

export class StateLoads {
  private formers: Record<string, Former> = {};
  /** The site that is being loaded right now, which may still end well. */
  private loading: string | null = null;
  private lastReported = "";
  /** One at a time: two concurrent loads would leave a mixture. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly area: chrome.storage.StorageArea,
    private readonly onHalfLoaded: () => void,
  ) {}

  /** Origins whose storage waits for one of their pages to be opened. */
  halfLoaded(): string[] {
    const waiting = Object.keys(this.formers).filter((origin) => origin !== this.loading);
    return waiting.slice(0, MAX_HALF_LOADED_SITES);
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** At worker start: an earlier worker may have been stopped during a load. */
  resume(): Promise<void> {
    return this.inTurn(async () => {
      const { [KEY]: stored } = await this.area.get(KEY);
      this.formers = (stored ?? {}) as Record<string, Former>;
      for (const [origin, former] of Object.entries(this.formers))
        await this.takeBackAnywhere(origin, former);
      this.notifyChange();
    });
  }

  /** A page was opened: perhaps its site waits for that. */
  opened(tabId: number, origin: string): void {
    if (!(origin in this.formers)) return;
    void this.inTurn(async () => {
      const tab = await chrome.tabs.get(tabId);
      if (isSeen(tab)) await this.settle(tab);
    }).catch(() => undefined);
  }

  /** First rolls back an unfinished earlier load of the tab's site. */
  async settle(tab: SeenTab): Promise<void> {
    const { origin } = new URL(tab.url);
    const former = this.formers[origin];
    if (former === undefined || former.incognito !== tab.incognito) return;
    await this.takeBack(origin, former, tab);
    this.notifyChange();
  }

  async replace(tab: SeenTab, wanted: SiteState, signal: AbortSignal): Promise<Restored> {
    const { origin } = new URL(tab.url);
    const former = await formerOf(tab);
    this.loading = origin;
    try {
      signal.throwIfAborted();
      await this.keep(origin, former, "cookies");
      const cookies = await replaceCookies(former.jar, wanted.cookies);
      signal.throwIfAborted();
      await this.keep(origin, former, "storage");
      await writeStorage(tab.id, wanted.storage);
      signal.throwIfAborted();
      await this.forget(origin);
      return { ...countsOf(wanted), cookies };
    } catch (error) {
      await this.takeBack(origin, former, tab).catch((again: unknown) => {
        throw halfDone(origin, error, again);
      });
      throw error;
    } finally {
      this.loading = null;
      this.notifyChange();
    }
  }

  /** In the tab where it began, in another one of the site, or, as far as that goes, without. */
  private async takeBackAnywhere(origin: string, former: Former): Promise<void> {
    // A closed private window has removed everything.
    if (!(await isThere(former.jar))) return this.forget(origin);
    const tabs = (await chrome.tabs.query({}))
      .filter(isSeen)
      .filter((tab) => new URL(tab.url).origin === origin && tab.incognito === former.incognito)
      .sort((a, b) => Number(b.id === former.tabId) - Number(a.id === former.tabId));
    await this.takeBack(origin, former, tabs[0]).catch(() => undefined);
  }

  private async takeBack(origin: string, former: Former, tab: SeenTab | undefined): Promise<void> {
    const { changed, jar, state } = former;
    if (changed.cookies) {
      await replaceCookies(jar, state.cookies);
      changed.cookies = false;
      // From now on they are the site's again: a page that comes later must not lose its new ones.
      if (changed.storage) await this.write();
    }
    if (changed.storage) await this.takeBackStorage(former, tab);
    await this.forget(origin);
  }

  private async takeBackStorage({ tabId, state }: Former, tab: SeenTab | undefined): Promise<void> {
    if (tab === undefined) throw new Error("No page of the site is open.");
    const { localStorage, sessionStorage }: StorageContent = JSON.parse(state.storage);
    // A tab's sessionStorage is its own, and gone with it.
    const content = tab.id === tabId ? { localStorage, sessionStorage } : { localStorage };
    await writeStorage(tab.id, JSON.stringify(content));
  }

  private notifyChange(): void {
    const now = this.halfLoaded().join(" ");
    if (now === this.lastReported) return;
    this.lastReported = now;
    this.onHalfLoaded();
  }

  private async keep(origin: string, former: Former, part: keyof Former["changed"]): Promise<void> {
    former.changed[part] = true;
    this.formers[origin] = former;
    await this.write();
  }

  private async forget(origin: string): Promise<void> {
    delete this.formers[origin];
    await this.write();
  }

  private write(): Promise<void> {
    return this.area.set({ [KEY]: this.formers });
  }
}

async function formerOf(tab: SeenTab): Promise<Former> {
  const [state, jar] = await Promise.all([readState(tab), jarOf(tab)]);
  const { id: tabId, incognito } = tab;
  return { tabId, incognito, jar, state, changed: { cookies: false, storage: false } };
}

/** A frozen page must not block the others. */
async function writeStorage(tabId: number, json: string): Promise<void> {
  const written = await within(askProbe(tabId, "writeStorage", { json }), PROBE_MS);
  if (written === undefined) throw new Error("The page does not respond.");
}

function countsOf({ storage }: SiteState): Omit<Restored, "cookies"> {
  const { localStorage, sessionStorage = [] }: StorageContent = JSON.parse(storage);
  return { localStorage: localStorage.length, sessionStorage: sessionStorage.length };
}

function halfDone(origin: string, first: unknown, second: unknown): Failure {
  return new Failure(
    "state_half_restored",
    `The state could not be loaded (${first}), and the previous one is not restored yet (${second}).`,
    `Open a page of ${origin} to restore it; observe what=health shows whether it is still pending.`,
  );
}
