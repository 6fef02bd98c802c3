// The server's questions: tabs, page_info, and errors that say what to do.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Query } from "../../../src/generated/wire.js";
import { DEFAULTS } from "../../../src/shared/settings.js";
import { Pages } from "../../../src/worker/pages.js";
import { PilotGate } from "../../../src/worker/pilot/gate.js";
import { StateLoads } from "../../../src/worker/pilot/stateLoads.js";
import { answer } from "../../../src/worker/queries/queries.js";
import { ignoreProgress } from "../../../src/worker/reportProgress.js";
import { FakeArea } from "../fakes.js";

const LOCAL = {
  id: 1,
  url: "http://localhost:3000/",
  title: "App",
  active: false,
  windowId: 5,
  lastAccessed: 10,
};
const OTHER = {
  id: 2,
  url: "https://example.com/",
  title: "Example",
  active: true,
  windowId: 5,
  lastAccessed: 20,
};
const HIDDEN = { id: 3, active: false, windowId: 5, lastAccessed: 30 };
const ASLEEP = { ...LOCAL, id: 4, lastAccessed: 1, discarded: true };
const executeScript = vi.fn();
const pages = new Pages({
  onPage: () => undefined,
  onParcel: () => undefined,
  onPartRequest: () => undefined,
  onMarkHidden: () => undefined,
  onGone: () => undefined,
});
const loads = new StateLoads(new FakeArea().asArea(), () => undefined);
const gate = new PilotGate({ enabled: false }, { begin: () => () => undefined });

function ask(query: Partial<Query>, signal = new AbortController().signal) {
  return answer(
    { id: "q1", type: "page_info", timeoutMs: 1000, ...query },
    { ...DEFAULTS },
    { gate: gate.pass, pages, loads },
    ignoreProgress,
    signal,
  );
}

beforeEach(() => {
  const tabs = [LOCAL, OTHER, HIDDEN, ASLEEP];
  vi.stubGlobal("chrome", {
    tabs: {
      query: async () => tabs,
      get: async (id: number) =>
        tabs.find((tab) => tab.id === id) ?? Promise.reject(new Error(`No tab with id: ${id}.`)),
    },
    windows: { getLastFocused: async () => ({ id: 5 }) },
    scripting: { executeScript: executeScript.mockReset() },
  });
});
afterEach(() => void vi.useRealTimers());

// DOM-09
test("tabs are those whose address we may see, the active one first", async () => {
  const { result } = await ask({ type: "tabs" });
  expect(result).toEqual([
    { tabId: 2, url: "https://example.com/", title: "Example", active: true, captured: false },
    { tabId: 1, url: "http://localhost:3000/", title: "App", active: false, captured: true },
    { tabId: 4, url: "http://localhost:3000/", title: "App", active: false, captured: true },
  ]);
});

test("page_info asks the most recent captured tab when the active one is not captured", async () => {
  executeScript.mockResolvedValue([{ result: { value: { url: LOCAL.url } } }]);
  expect((await ask({})).result).toEqual({ url: LOCAL.url });
  expect(executeScript.mock.calls[0]?.[0].target).toEqual({ tabId: 1 });
});

test("a canceled audit is stopped in its page", async () => {
  const asked = new AbortController();
  let finish: (frames: unknown) => void = () => undefined;
  const probe = vi.fn((name: string) =>
    name === "accessibility"
      ? new Promise((resolve) => {
          finish = resolve;
        })
      : [{ result: { value: null } }],
  );
  executeScript.mockImplementation(async ({ args }) => (args === undefined ? [] : probe(args[1])));
  const answered = ask({ type: "accessibility", id: "q7", params: { freshUrls: [] } }, asked.signal);
  await vi.waitFor(() => expect(probe).toHaveBeenCalledWith("accessibility"));
  asked.abort();
  await vi.waitFor(() => expect(probe).toHaveBeenCalledWith("stopAudit"));
  expect(executeScript.mock.calls.at(-1)?.[0].args).toContain("q7");
  finish([{ result: { code: "audit_stopped", error: "The audit was stopped.", hint: "" } }]);
  expect((await answered).error?.code).toBe("audit_stopped");
});

test("a canceled audit is not started", async () => {
  executeScript.mockResolvedValue([]);
  const { error } = await ask({ type: "accessibility", params: { freshUrls: [] } }, AbortSignal.abort());
  expect(error).toBeDefined();
  expect(executeScript.mock.calls.map(([{ args }]) => args?.[1])).not.toContain("accessibility");
});

test("the probes are injected once, when they are not there", async () => {
  executeScript
    .mockResolvedValueOnce([{ result: "probes_missing" }])
    .mockResolvedValueOnce([{ result: null }])
    .mockResolvedValueOnce([{ result: { value: 1 } }]);
  expect((await ask({ tabId: 1 })).result).toBe(1);
  expect(executeScript.mock.calls[1]?.[0].files).toEqual(["probes.js"]);
});

test.each([
  [2, "site_not_captured"],
  [99, "tab_closed"],
  [4, "tab_asleep"],
])("tab %i answers %s and what to do about it", async (tabId, code) => {
  const { error } = await ask({ tabId });
  expect(error?.code).toBe(code);
  expect(error?.message).not.toBe("");
  expect(error?.hint).not.toBe("");
});

test.each([
  ["Cannot access a chrome:// URL", "page_not_allowed"],
  ["The extensions gallery cannot be scripted.", "page_not_allowed"],
  [
    "Cannot access contents of the page. Extension manifest must request permission to access the respective host.",
    "site_not_captured",
  ],
])("a tab whose address is hidden: %s", async (words, code) => {
  executeScript.mockRejectedValue(new Error(words));
  expect((await ask({ tabId: 3 })).error?.code).toBe(code);
});

test("what a probe refuses keeps its code and its words", async () => {
  executeScript.mockResolvedValue([{ result: { code: "invalid_selector", error: "No.", hint: "Try." } }]);
  const { error } = await ask({ type: "dom", tabId: 1, params: { selector: "[" } });
  expect(error).toEqual({ code: "invalid_selector", message: "No.", hint: "Try." });
});

test("a site that is not captured says what to click", async () => {
  expect((await ask({ tabId: 2 })).error?.hint).toContain('turn on "Capture this site"');
});

test("no captured tab at all is no_tab", async () => {
  vi.stubGlobal("chrome", { ...chrome, tabs: { ...chrome.tabs, query: async () => [OTHER] } });
  expect((await ask({})).error?.code).toBe("no_tab");
});

test("a page that hangs ends with a timeout", async () => {
  vi.useFakeTimers();
  executeScript.mockReturnValue(new Promise(() => undefined));
  const waiting = ask({ tabId: 1, timeoutMs: 500 });
  await vi.advanceTimersByTimeAsync(501);
  expect((await waiting).error?.code).toBe("timeout");
});

test("a probe that throws is an error, not an empty answer", async () => {
  executeScript.mockResolvedValue([
    { result: { code: null, error: "pageInfo failed in the page: Error: x", hint: "" } },
  ]);
  expect((await ask({ tabId: 1 })).error).toEqual({
    code: "extension_error",
    message: "pageInfo failed in the page: Error: x",
    hint: expect.stringContaining("gasoline doctor"),
  });
});

test("a question of a newer server is answered with unknown_query", async () => {
  expect((await ask({ type: "toString" as "tabs" })).error?.code).toBe("unknown_query");
});
