// Puts saved states into tabs, all or nothing: also when the worker dies or the tab goes, the former state comes back.
import { HALF_LOADED_SITES, PROBE_MS } from "../../generated/limits.js";
import type { StorageContent } from "../../shared/probes.js";
import { askProbe } from "../askProbe.js";
import { isSeen, type SeenTab } from "../chooseTab.js";
import { Failure } from "../failure.js";
import { within } from "../within.js";
import { type CookieJar, isThere, jarOf, replaceCookies } from "./cookies.js";
import { readState, type SiteState } from "./siteState.js";

/** By origin: what was there before a load that has not ended. */
const KEY = "gasoline_loads";

interface Former {
  tabId: number;
  /** A private window keeps everything apart. */
  incognito: boolean;
  jar: CookieJar;
  state: SiteState;
  /** What may be changed already: cookies come first, storage after them in one piece. */
  changed: { cookies: boolean; storage: boolean };
}

export interface Restored {
  localStorage: number;
  sessionStorage: number;
  cookies: number;
}

export class Loads {
  private formers: Record<string, Former> = {};
  /** The site that is being loaded right now, which may still end well. */
  private loading: string | null = null;
  private told = "";
  /** One at a time: two that load at once would leave a mixture. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly area: chrome.storage.StorageArea,
    private readonly onHalfLoaded: () => void,
  ) {}

  /** Origins whose storage waits for one of their pages to be opened. */
  halfLoaded(): string[] {
    const waiting = Object.keys(this.formers).filter((origin) => origin !== this.loading);
    return waiting.slice(0, HALF_LOADED_SITES);
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** At the start of the worker: one before it may have died while it loaded. */
  resume(): Promise<void> {
    return this.inTurn(async () => {
      const { [KEY]: stored } = await this.area.get(KEY);
      this.formers = (stored ?? {}) as Record<string, Former>;
      for (const [origin, former] of Object.entries(this.formers))
        await this.takeBackAnywhere(origin, former);
      this.tell();
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

  /** What an earlier load left half done in the tab's site is taken back first. */
  async settle(tab: SeenTab): Promise<void> {
    const { origin } = new URL(tab.url);
    const former = this.formers[origin];
    if (former === undefined || former.incognito !== tab.incognito) return;
    await this.takeBack(origin, former, tab);
    this.tell();
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
      this.tell();
    }
  }

  /** In the tab where it began, in another one of the site, or, as far as that goes, without. */
  private async takeBackAnywhere(origin: string, former: Former): Promise<void> {
    // A private window that was closed took everything along.
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

  private tell(): void {
    const now = this.halfLoaded().join(" ");
    if (now === this.told) return;
    this.told = now;
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

/** A page that hangs must not keep all others waiting. */
async function writeStorage(tabId: number, json: string): Promise<void> {
  const written = await within(askProbe(tabId, "writeStorage", { json }), PROBE_MS);
  if (written === undefined) throw new Error("The page does not answer.");
}

function countsOf({ storage }: SiteState): Omit<Restored, "cookies"> {
  const { localStorage, sessionStorage = [] }: StorageContent = JSON.parse(storage);
  return { localStorage: localStorage.length, sessionStorage: sessionStorage.length };
}

function halfDone(origin: string, first: unknown, second: unknown): Failure {
  return new Failure(
    "state_half_restored",
    `The state could not be loaded (${first}), and the former one is not back yet (${second}).`,
    `Open a page of ${origin}: then it comes back. observe what=health says as long as it has not.`,
  );
}
