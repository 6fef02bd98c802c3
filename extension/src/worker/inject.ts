// Injects the recorders into open pages, so that they need no reload.
import { isLocalUrl } from "../shared/sites.js";
import { isSeen } from "./tabs/chooseTab.js";

/** By tab: two injections at once would both find a document without recorders. */
const injections = new Map<number, Promise<void>>();

/** Into every frame of the tab that has no recorders yet. */
export function injectInto(tabId: number): Promise<void> {
  const injection = (injections.get(tabId) ?? Promise.resolve()).then(() => injectMissing(tabId));
  injections.set(tabId, injection);
  void injection.then(() => {
    if (injections.get(tabId) === injection) injections.delete(tabId);
  });
  return injection;
}

/** A second copy of page.js would report everything a second time until the first one is stopped. */
async function injectMissing(tabId: number): Promise<void> {
  try {
    const target = { tabId, allFrames: true };
    const frames = await chrome.scripting.executeScript({
      target,
      injectImmediately: true,
      func: isWithoutRelay,
    });
    const missing = frames.filter(({ result }) => result === true);
    await Promise.all(missing.map(({ documentId }) => injectIntoDocument(tabId, documentId)));
  } catch {
    // The tab was closed, shows an error page, or the permission was removed.
  }
}

/** Page first, as the manifest has it. */
async function injectIntoDocument(tabId: number, documentId: string): Promise<void> {
  const target = { tabId, documentIds: [documentId] };
  try {
    await chrome.scripting.executeScript({
      target,
      files: ["page.js"],
      world: "MAIN",
      injectImmediately: true,
    });
    await chrome.scripting.executeScript({ target, files: ["content.js"], injectImmediately: true });
  } catch {
    // The document has gone, and its successor gets the registered scripts.
  }
}

/**
 * Runs in the content script's world, which is new after each start of the extension. The answer waits until the document
 * has a head or is read: this may run before the registered scripts of a document that is just loading, but the browser
 * parses nothing before they have run.
 */
function isWithoutRelay(): Promise<boolean> {
  const { document, MutationObserver } = globalThis as unknown as DocumentWorld;
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
    document.addEventListener("readystatechange", look);
    look();

    function look(): void {
      if (document.head === null && document.readyState === "loading") return;
      observer.disconnect();
      document.removeEventListener("readystatechange", look);
      resolve(!("gasolineRelay" in globalThis));
    }
  });
}

/** What `isWithoutRelay` uses of the page; workers have none of it. */
interface DocumentWorld {
  document: EventTarget & { head: object | null; readyState: string };
  MutationObserver: new (
    callback: () => void,
  ) => {
    observe: (target: EventTarget, options: { childList: true; subtree: true }) => void;
    disconnect: () => void;
  };
}

/** After an install or update, old content scripts are disconnected from the new worker. */
export async function injectIntoOpenTabs(isWanted: (url: string) => boolean = isLocalUrl): Promise<void> {
  const tabs = (await chrome.tabs.query({}))
    .filter(isSeen)
    .filter((tab) => !tab.discarded && isWanted(tab.url));
  await Promise.all(tabs.map((tab) => injectInto(tab.id)));
}

const OPENED = "firstPageOpened";

/** Once per browser run, regardless of worker restarts. */
export async function openFirstPage(url: string): Promise<void> {
  const { [OPENED]: isOpened } = await chrome.storage.session.get(OPENED);
  if (isOpened) return;
  await chrome.storage.session.set({ [OPENED]: true });
  const [tab] = await chrome.tabs.query({ active: true });
  await (tab?.id === undefined ? chrome.tabs.create({ url }) : chrome.tabs.update(tab.id, { url }));
}
