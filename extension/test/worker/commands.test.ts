// Commands: only our own pages may give them.
import { beforeEach, expect, test, vi } from "vitest";
import { type CommandParts, command, isOwnPage } from "../../src/worker/commands.js";

const OWN = "chrome-extension://gasoline/";

beforeEach(() => {
  vi.stubGlobal("chrome", {
    runtime: { id: "gasoline", getURL: () => OWN },
    tabs: { get: async (id: number) => ({ id, url: "http://localhost:3000/a" }) },
  });
});

test.each([
  [{ id: "gasoline", url: `${OWN}popup.html` }, true],
  [{ id: "gasoline", url: `${OWN}popup.html`, tab: { id: 1 } }, true],
  [{ id: "gasoline", url: "http://localhost:3000/", tab: { id: 1 } }, false],
  [{ id: "other", url: "chrome-extension://other/popup.html" }, false],
  [{ id: "gasoline" }, false],
])("sender %o may command: %s", (sender, allowed) => {
  expect(isOwnPage(sender as chrome.runtime.MessageSender)).toBe(allowed);
});

function parts() {
  return {
    server: {
      connection: { state: "connecting" },
      verified: true,
      request: vi.fn(async () => new Response()),
    },
    preferences: { current: { serverUrl: "http://127.0.0.1:7890", disabledSites: [], capturedSites: [] } },
    pilot: { enabled: false, set: vi.fn() },
    journal: { commands: [] },
    pages: { hasTop: () => true },
    queue: { events: 3 },
    drops: { total: { worker_queue: 1 }, clear: vi.fn() },
    errorCounts: { of: () => 2, clear: vi.fn() },
    link: { nudge: vi.fn(), restart: vi.fn() },
    delivery: { discard: vi.fn() },
    wakePagesOnce: vi.fn(),
  };
}

test("the state is that of the asked tab", async () => {
  const state = await command(parts() as unknown as CommandParts, { type: "getState", tabId: 9 });
  expect(state).toEqual({
    connection: { state: "connecting" },
    serverUrl: "http://127.0.0.1:7890",
    pilot: false,
    hidesMark: false,
    pilotCommands: [],
    tabId: 9,
    site: { origin: "http://localhost:3000", capturable: true, captured: true },
    errors: 2,
    queued: 3,
    dropped: { worker_queue: 1 },
  });
});

test("clearing empties the queue, the counts and the server's log", async () => {
  const given = parts();
  vi.stubGlobal("chrome", { tabs: { query: async () => [] }, windows: { getLastFocused: async () => ({}) } });
  await command(given as unknown as CommandParts, { type: "clearLogs" });
  expect(given.server.request).toHaveBeenCalledWith("/logs", { method: "DELETE" });
  for (const cleared of [given.delivery.discard, given.drops.clear, given.errorCounts.clear]) {
    expect(cleared).toHaveBeenCalledOnce();
  }
});

test.each([
  ["the path of the file", true, { path: "/home/ada/cart.gasoline" }, { path: "/home/ada/cart.gasoline" }],
  [
    "the server's reason",
    true,
    { error: "recording", message: "A recording." },
    { failure: "Not saved: A recording." },
  ],
  ["a path that is none", true, { path: { toString: "x" } }, { failure: "Not saved: 200" }],
  ["what to do first", false, {}, { failure: "Not saved: connect to the server first." }],
])("saving the session answers with %s", async (_, verified, answer, saved) => {
  const given = parts();
  given.server.verified = verified;
  given.server.request = vi.fn(async () => Response.json(answer));
  vi.stubGlobal("chrome", { tabs: { query: async () => [] }, windows: { getLastFocused: async () => ({}) } });
  const state = await command(given as unknown as CommandParts, { type: "saveSession" });
  expect(state.saved).toEqual(saved);
  expect(given.server.request).toHaveBeenCalledTimes(verified ? 1 : 0);
});

test("a server that does not answer leaves nothing saved, and the popup says so", async () => {
  const given = parts();
  given.server.request = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("chrome", { tabs: { query: async () => [] }, windows: { getLastFocused: async () => ({}) } });
  const { saved } = await command(given as unknown as CommandParts, { type: "saveSession" });
  expect(saved).toEqual({ failure: "Not saved: the server did not answer. Try again." });
});

test("a command that fails is answered with the state all the same", async () => {
  const given = parts();
  given.pilot.set = vi.fn(async () => Promise.reject(new Error("quota")));
  vi.stubGlobal("chrome", { tabs: { query: async () => [] }, windows: { getLastFocused: async () => ({}) } });
  const state = await command(given as unknown as CommandParts, {
    type: "setAiWebPilotEnabled",
    enabled: true,
  });
  expect([state.pilot, state.tabId]).toEqual([false, null]);
});
