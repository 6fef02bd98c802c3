// The way of a script into its page: over the page's port, by userScripts where they are allowed.
import { beforeEach, expect, test, vi } from "vitest";
import type { FromContent, ToContent } from "../../../src/shared/messages.js";
import { type Page, Pages } from "../../../src/worker/pages.js";
import { connectedPage, runInPage, stopInPage } from "../../../src/worker/pilot/runInPage.js";

const PROGRAM = { id: "7", timeoutMs: 100, guard: "g", code: "return 1" };
const RETURNED = { kind: "returned", json: "1" } as const;

let said: ToContent[];
let pages: Pages;

beforeEach(() => {
  said = [];
  pages = new Pages({ onPage: () => undefined, onParcel: () => undefined, onGone: () => undefined });
});

/** A content script that answers. */
function connect(frameId = 0, answer: (message: ToContent) => FromContent | null = () => null) {
  let hear: (message: FromContent) => void = () => undefined;
  let leave: () => void = () => undefined;
  pages.connect({
    name: "page",
    sender: { tab: { id: 1 }, frameId, documentId: `d${frameId}` },
    onMessage: { addListener: (listener: typeof hear) => (hear = listener) },
    onDisconnect: { addListener: (listener: () => void) => (leave = listener) },
    postMessage: (message: ToContent) => {
      said.push(message);
      const reply = answer(message);
      if (reply !== null) queueMicrotask(() => hear(reply));
    },
  } as unknown as chrome.runtime.Port);
  const page = pages.find((one) => one.frameId === frameId) as Page;
  return { page, leave: () => leave() };
}

test("without userScripts the page's world gets the text over the port, and its outcome comes back", async () => {
  vi.stubGlobal("chrome", {});
  const { page } = connect(0, () => ({ type: "ran", id: "7", outcome: RETURNED }));
  expect(await runInPage(page, PROGRAM)).toEqual({ way: "function", outcome: RETURNED });
  expect(said).toMatchObject([{ type: "run", id: "7", guard: "g", timeoutMs: 100 }]);
});

test("an outcome of another script is not taken for this one's", async () => {
  vi.stubGlobal("chrome", {});
  const { page, leave } = connect(0, () => ({ type: "ran", id: "8", outcome: RETURNED }));
  const ran = runInPage(page, PROGRAM);
  await Promise.resolve();
  leave();
  expect(await ran).toEqual({ way: "function", gone: true });
});

test("with userScripts the script is expected first, and calls the gate with the secret", async () => {
  const execute = vi.fn(async (_: { js: { code: string }[]; target: unknown }) => [{ result: true }]);
  vi.stubGlobal("chrome", { userScripts: { execute } });
  const { page } = connect(0, () => ({ type: "expecting", id: "7", gate: "gate_x" }));
  const ran = runInPage(page, PROGRAM);
  await vi.waitFor(() => expect(execute).toHaveBeenCalled());
  const { secret } = said[0] as { secret: string };
  expect(execute.mock.calls[0]?.[0]).toMatchObject({
    target: { tabId: 1, documentIds: ["d0"] },
    js: [{ code: expect.stringContaining(`gate_x("${secret}",function(g)`) }],
  });
  page.scripts.get("7")?.({ type: "ran", id: "7", outcome: RETURNED });
  expect(await ran).toEqual({ way: "script", outcome: RETURNED });
});

test("a script that never came to its gate went with its page", async () => {
  vi.stubGlobal("chrome", { userScripts: { execute: async () => [{ result: null }] } });
  const { page } = connect(0, () => ({ type: "expecting", id: "7", gate: "gate_x" }));
  expect(await runInPage(page, PROGRAM)).toEqual({ way: "script", gone: true });
});

test("the order to stop names the script", () => {
  const { page } = connect();
  stopInPage(page, PROGRAM);
  expect(said).toEqual([{ type: "stop", id: "7" }]);
});

test("a page that is not connected is woken, and awaited", async () => {
  const executeScript = vi.fn(async () => {
    setTimeout(() => connect(3), 5);
    return [{ result: true, documentId: "d3" }];
  });
  vi.stubGlobal("chrome", { scripting: { executeScript } });
  connect(0);
  expect((await connectedPage(pages, 1, 3)).documentId).toBe("d3");
  expect((await connectedPage(pages, 1, 3)).documentId).toBe("d3");
  expect(executeScript).toHaveBeenCalledTimes(1);
});

test("one that never connects is told, with what to do", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("chrome", { scripting: { executeScript: async () => [{ result: true, documentId: "d3" }] } });
  const failed = expect(connectedPage(pages, 1, 3)).rejects.toMatchObject({ code: "page_not_ready" });
  await vi.runAllTimersAsync();
  await failed;
  vi.useRealTimers();
});
