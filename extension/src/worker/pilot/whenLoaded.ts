// When a tab has loaded what it is about to load.

/** To be called before the navigation begins. */
export function whenLoaded(tabId: number): Promise<void> {
  return new Promise((resolve) => {
    const listener = (id: number, { status }: { status?: string }) => {
      if (id !== tabId || status !== "complete") return;
      chrome.tabs.onUpdated.removeListener(listener);
      resolve();
    };
    chrome.tabs.onUpdated.addListener(listener);
  });
}
