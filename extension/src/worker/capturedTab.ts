// The tab that a question is about, if the person lets us see it.
import type { Query } from "../generated/wire.js";
import type { Settings } from "../shared/settings.js";
import { isCapturable, isCapturedSite } from "../shared/sites.js";
import { chooseTab, isSeen, lastWindowId, type SeenTab } from "./chooseTab.js";
import { asleep, explain, notAllowed, notCaptured } from "./failure.js";

/** The tab that each question under way was put to. */
const answering = new WeakMap<Pick<Query, "tabId">, SeenTab>();

/** The tab that answered, unless the person has it in front; a caller may have meant another. */
export async function backgroundTab(query: Query): Promise<number | undefined> {
  const tab = answering.get(query);
  if (tab === undefined) return undefined;
  return tab.active && tab.windowId === (await lastWindowId()) ? undefined : tab.id;
}

/** The asked tab, or the most recently used one that is captured. */
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

/** Without permission Chrome hides the address; what it says to an attempt tells why. */
async function whyHidden(tabId: number): Promise<Error> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: () => null });
    return notCaptured(tabId);
  } catch (error) {
    return explain(tabId, error);
  }
}

/** Its page answers nothing until somebody looks at it. */
function isAsleep(tab: chrome.tabs.Tab): boolean {
  return tab.discarded || (tab as { frozen?: boolean }).frozen === true;
}
