// The way of a script into its page: by the browser, and its outcome the same way back.
import { beforeEach, expect, test, vi } from "vitest";
import type { ToContent } from "../../../src/shared/messages.js";
import { type Page, Pages } from "../../../src/worker/pages.js";
import { connectedPage, GONE, runInPage, stopInPage } from "../../../src/worker/pilot/runInPage.js";

const PROGRAM = { id: "7", timeoutMs: 100, guard: "g", code: "return 1" };
const RETURNED = { kind: "returned", json: "1" } as const;

const gasolineRunner = () => undefined;

let said: ToContent[];
let pages: Pages;

beforeEach(() => {
  vi.stubGlobal("gasolineRunner", gasolineRunner);
  said = [];
  pages = new Pages({
    onPage: () => undefined,
    onParcel: () => undefined,
    onPartRequest: () => undefined,
    onMarkHidden: () => undefined,
    onGone: () => undefined,
  });
});

function connect(frameId = 0) {
  let leave: () => void = () => undefined;
  pages.connect({
    name: "page",
    sender: { tab: { id: 1 }, frameId, documentId: `d${frameId}` },
    onMessage: { addListener: () => undefined },
    onDisconnect: { addListener: (listener: () => void) => (leave = listener) },
    postMessage: (message: ToContent) => void said.push(message),
  } as unknown as chrome.runtime.Port);
  const page = pages.find((one) => one.frameId === frameId) as Page;
  return { page, leave: () => leave() };
}

const BEGUN = { type: "scriptBegins", id: "7" };
const ENDED = { type: "scriptEnded", id: "7" };

test("without userScripts the runner gets the text, and the browser brings the outcome back", async () => {
  const executeScript = vi.fn(async (_: object) => [{ result: RETURNED }]);
  vi.stubGlobal("chrome", { scripting: { executeScript } });
  const { page } = connect();
  expect(await runInPage(page, PROGRAM)).toEqual(RETURNED);
  expect(executeScript.mock.calls[0]?.[0]).toMatchObject({
    target: { tabId: 1, documentIds: ["d0"] },
    world: "MAIN",
    func: gasolineRunner,
    args: [{ id: "7", timeoutMs: 100, text: expect.stringContaining("return 1") }],
  });
  expect(said).toEqual([BEGUN, ENDED]);
});

test("with userScripts the script is an argument of the runner, and no text is compiled", async () => {
  const execute = vi.fn(async (_: { js: { code: string }[] }) => [{ result: RETURNED }]);
  vi.stubGlobal("chrome", { userScripts: { execute } });
  const { page } = connect();
  expect(await runInPage(page, PROGRAM)).toEqual(RETURNED);
  const code = execute.mock.calls[0]?.[0].js[0]?.code ?? "";
  expect(code).toContain('run({"id":"7","timeoutMs":100},code)');
  expect(code.split("\n")[1]).toBe("return 1");
  expect(said).toEqual([BEGUN, ENDED]);
});

test("what a content script says is never taken for an outcome", async () => {
  const never = new Promise(() => undefined);
  vi.stubGlobal("chrome", { scripting: { executeScript: () => never } });
  const { page, leave } = connect();
  const ran = runInPage(page, PROGRAM);
  leave();
  expect(await ran).toBe(GONE);
});

test.each([[[]], [[{ result: null }]]])("no result is a page that was left", async (frames) => {
  vi.stubGlobal("chrome", { scripting: { executeScript: async () => frames } });
  expect(await runInPage(connect().page, PROGRAM)).toBe(GONE);
});

test("the order to stop names the script", () => {
  const { page } = connect();
  stopInPage(page, PROGRAM);
  expect(said).toEqual([{ type: "stopScript", id: "7" }]);
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

test("a script that never connects is reported, with what to do", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("chrome", { scripting: { executeScript: async () => [{ result: true, documentId: "d3" }] } });
  const failed = expect(connectedPage(pages, 1, 3)).rejects.toMatchObject({ code: "page_not_ready" });
  await vi.runAllTimersAsync();
  await failed;
  vi.useRealTimers();
});
