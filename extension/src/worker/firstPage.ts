// The page that `gasoline browser` was asked for: opened by the worker, so that the recorders are there before it.
const OPENED = "firstPageOpened";

/** Once for each run of the browser, however often the worker starts. */
export async function openFirstPage(url: string): Promise<void> {
  const { [OPENED]: isOpened } = await chrome.storage.session.get(OPENED);
  if (isOpened) return;
  await chrome.storage.session.set({ [OPENED]: true });
  const [tab] = await chrome.tabs.query({ active: true });
  await (tab?.id === undefined ? chrome.tabs.create({ url }) : chrome.tabs.update(tab.id, { url }));
}
