// Tabs that a page opened, across restarts of the worker.
import { expect, test } from "vitest";
import { MAX_OPENED_TABS, OpenedTabs } from "../../src/worker/openedTabs.js";

function storage(): chrome.storage.StorageArea {
  let stored: Record<string, unknown> = {};
  return {
    get: async () => structuredClone(stored),
    set: async (items: Record<string, unknown>) => {
      stored = { ...stored, ...structuredClone(items) };
    },
  } as unknown as chrome.storage.StorageArea;
}

function tab(changes: Partial<chrome.tabs.Tab> = {}): chrome.tabs.Tab {
  return { id: 7, openerTabId: 1, status: "complete", ...changes } as chrome.tabs.Tab;
}

test("the first document of a tab that a page opened may have been reached, later ones not", () => {
  const tabs = new OpenedTabs(storage());
  tabs.created(tab());
  expect([tabs.isFirst(7, "a"), tabs.isFirst(7, "a"), tabs.isFirst(7, "b")]).toEqual([true, true, false]);
});

test.each([
  ["by a person", { openerTabId: undefined }],
  ["by a link", { status: "unloaded" }],
  ["by the browser", { status: "loading" }],
])("a tab opened %s was not reached", (_name, changes) => {
  const tabs = new OpenedTabs(storage());
  tabs.created(tab(changes as Partial<chrome.tabs.Tab>));
  expect(tabs.isFirst(7, "a")).toBe(false);
});

test("a worker that starts again still knows them", async () => {
  const session = storage();
  const before = new OpenedTabs(session);
  before.created(tab());
  before.isFirst(7, "a");
  const after = new OpenedTabs(session);
  await after.restore();
  expect([after.isFirst(7, "a"), after.isFirst(7, "b")]).toEqual([true, false]);
  after.removed(7);
  expect(after.isFirst(7, "a")).toBe(false);
});

test("they are bounded", () => {
  const tabs = new OpenedTabs(storage());
  for (let id = 0; id <= MAX_OPENED_TABS; id++) tabs.created(tab({ id }));
  expect([tabs.isFirst(0, "a"), tabs.isFirst(MAX_OPENED_TABS, "a")]).toEqual([false, true]);
});
