// Which tab a question or the popup is about.
import { isCapturable } from "../../shared/sites.js";
import { Failure, tabClosed } from "./failure.js";

/** A tab whose URL we may see. */
export type SeenTab = chrome.tabs.Tab & { id: number; url: string };

export function isSeen(tab: chrome.tabs.Tab): tab is SeenTab {
  return tab.id !== undefined && tab.url !== undefined && tab.url !== "";
}

/** The tab by its id, or the most recently used one that passes; active tabs of the last window come first. */
export async function chooseTab(
  tabId: number | undefined,
  accept: (tab: SeenTab) => boolean,
): Promise<chrome.tabs.Tab & { id: number }> {
  if (tabId !== undefined) return tabById(tabId);
  const best = (await tabsByRecency()).find(accept);
  if (best !== undefined) return best;
  throw new Failure(
    "no_tab",
    "No open tab is captured.",
    "Open the page in the browser with the extension; observe what=tabs lists its tabs.",
  );
}

export async function tabsByRecency(): Promise<SeenTab[]> {
  const windowId = await lastWindowId();
  const isFront = (tab: SeenTab) => Number(tab.active && tab.windowId === windowId);
  const tabs = (await chrome.tabs.query({})).filter(isSeen);
  return tabs.sort((a, b) => isFront(b) - isFront(a) || (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
}

/** For the popup opened as a tab. */
export async function recentCapturableTab(): Promise<SeenTab | undefined> {
  return (await tabsByRecency()).find(({ url }) => isCapturable(url));
}

export async function lastWindowId(): Promise<number | undefined> {
  try {
    return (await chrome.windows.getLastFocused()).id;
  } catch {
    // There is no window, as while the browser closes.
    return undefined;
  }
}

async function tabById(tabId: number): Promise<chrome.tabs.Tab & { id: number }> {
  try {
    return { ...(await chrome.tabs.get(tabId)), id: tabId };
  } catch {
    throw tabClosed(tabId);
  }
}
