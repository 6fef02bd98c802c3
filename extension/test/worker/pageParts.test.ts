// Parts of the page world are injected into the document that asked, and flushes wait for them.
import { beforeEach, expect, test, vi } from "vitest";
import type { ToContent } from "../../src/shared/messages.js";
import { PageParts } from "../../src/worker/pageParts.js";
import type { Page } from "../../src/worker/pages.js";

const REQUEST = { type: "part", name: "bodies", key: "k1" } as const;
const gasolineBodies = () => undefined;
const executeScript = vi.fn<(injection: unknown) => Promise<unknown>>();
let said: ToContent[];

beforeEach(() => {
  vi.stubGlobal("chrome", { scripting: { executeScript } });
  vi.stubGlobal("gasolineBodies", gasolineBodies);
  executeScript.mockReset().mockResolvedValue([]);
  said = [];
});

function page(): Page {
  const port = { postMessage: (message: ToContent) => void said.push(message) };
  return { port, tabId: 7, documentId: "d1" } as unknown as Page;
}

test("the part is injected with its key, and the page is notified", async () => {
  const parts = new PageParts();
  const asking = page();
  parts.inject(asking, REQUEST);
  expect(await parts.settled(1_000)).toEqual([asking]);
  expect(executeScript).toHaveBeenCalledWith({
    target: { tabId: 7, documentIds: ["d1"] },
    world: "MAIN",
    injectImmediately: true,
    func: gasolineBodies,
    args: ["k1"],
  });
  expect(said).toEqual([{ type: "injected", key: "k1" }]);
  expect(await parts.settled(1_000)).toEqual([]);
});

test("a document that is gone does not delay others", async () => {
  executeScript.mockRejectedValue(new Error("No document"));
  const parts = new PageParts();
  parts.inject(page(), REQUEST);
  await parts.settled(1_000);
  expect(await parts.settled(1_000)).toEqual([]);
  expect(said).toEqual([]);
});

test("a flush waits no longer than it may", async () => {
  executeScript.mockReturnValue(new Promise(() => undefined));
  const parts = new PageParts();
  const asking = page();
  parts.inject(asking, REQUEST);
  expect(await parts.settled(1)).toEqual([asking]);
});
