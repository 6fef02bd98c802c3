// Puts a saved state into a tab, all or nothing: also when the worker dies in between, the former state comes back.
import { isSeen, type SeenTab } from "../chooseTab.js";
import { Failure } from "../failure.js";
import { type Restored, readState, type SiteState, writeState } from "./siteState.js";

/** What was there before a load that has not ended yet. */
const UNDER_WAY = "gasoline_restore";

interface UnderWay {
  tabId: number;
  origin: string;
  former: SiteState;
}

export async function replaceState(tab: SeenTab, wanted: SiteState, signal: AbortSignal): Promise<Restored> {
  const former = await readState(tab);
  const underWay: UnderWay = { tabId: tab.id, origin: new URL(tab.url).origin, former };
  await chrome.storage.local.set({ [UNDER_WAY]: underWay });
  try {
    signal.throwIfAborted();
    const restored = await writeState(tab, wanted);
    signal.throwIfAborted();
    return restored;
  } catch (error) {
    await writeState(tab, former).catch((again: unknown) => {
      throw halfDone(error, again);
    });
    throw error;
  } finally {
    await chrome.storage.local.remove(UNDER_WAY);
  }
}

/** At the start of the worker: one before it may have died while it loaded a state. */
export async function finishInterrupted(): Promise<void> {
  const { [UNDER_WAY]: stored } = await chrome.storage.local.get(UNDER_WAY);
  if (stored === undefined) return;
  const { tabId, origin, former } = stored as UnderWay;
  const tab = await chrome.tabs.get(tabId).catch(() => undefined);
  if (tab !== undefined && isSeen(tab) && new URL(tab.url).origin === origin) await writeState(tab, former);
  await chrome.storage.local.remove(UNDER_WAY);
}

function halfDone(first: unknown, second: unknown): Failure {
  return new Failure(
    "state_half_restored",
    `The state could not be loaded (${first}), and the former one not brought back (${second}).`,
    "Tell the person: what the site stores is incomplete. Loading another saved state replaces it.",
  );
}
