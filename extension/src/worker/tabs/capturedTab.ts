// The tab that a question is about, if we have permission to see it.
import type { Query } from "../../generated/wire.js";
import type { Settings } from "../../shared/settings.js";
import { isCapturable, isCapturedSite } from "../../shared/sites.js";
import { chooseTab, isSeen, lastWindowId, type SeenTab } from "./chooseTab.js";
import { asleep, explain, notAllowed, notCaptured } from "./failure.js";

/** The tab of each pending question. */
const answering = new WeakMap<Pick<Query, "tabId">, SeenTab>();

/** The tab that answered, unless it is the active one; the caller may have meant another. */
export async function backgroundTab(query: Query): Promise<number | undefined> {
  const tab = answering.get(query);
  if (tab === undefined) return undefined;
  return tab.active && tab.windowId === (await lastWindowId()) ? undefined : tab.id;
}

/** The requested tab, or the most recently used captured tab. */
export async function capturedTab(query: Pick<Query, "tabId">, settings: Settings): Promise<SeenTab> {
  const isCaptured = (tab: SeenTab) => isCapturedSite(tab.url, settings);
  const tab = await chooseTab(query.tabId, isCaptured);
  if (!isSeen(tab)) throw await whyHidden(tab.id);
  if (!isCapturable(tab.url)) throw notAllowed(tab.id);
  if (!isCaptured(tab)) throw notCaptured(tab.id);
  if (isAsleep(tab)) throw asleep(tab.id);
  answering.set(query, tab);
  return tab;
}

/** Without permission Chrome hides the URL; the error of an attempt says why. */
async function whyHidden(tabId: number): Promise<Error> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: () => null });
    return notCaptured(tabId);
  } catch (error) {
    return explain(tabId, error);
  }
}

/** Its page does not answer until the user activates it. */
function isAsleep(tab: chrome.tabs.Tab): boolean {
  return tab.discarded || (tab as { frozen?: boolean }).frozen === true;
}
