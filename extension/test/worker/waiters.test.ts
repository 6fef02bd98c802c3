// Whoever waits with a timeout leaves nothing behind: no listener, and nothing that is called later.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Delivery, type DeliveryParts } from "../../src/worker/delivery/delivery.js";
import { flush } from "../../src/worker/delivery/flush.js";
import { Queue } from "../../src/worker/delivery/queue.js";
import { type Page, Pages } from "../../src/worker/pages.js";
import { execute } from "../../src/worker/pilot/execute.js";
import { freeTab } from "../../src/worker/pilot/freeTab.js";
import { whenLoaded } from "../../src/worker/pilot/whenLoaded.js";
import { entry } from "./fakes.js";

const never = () => new Promise<never>(() => undefined);

/** An event of the browser, whose listeners can be counted. */
function fakeEvent() {
  const listeners = new Set<(...args: unknown[]) => void>();
  return {
    listeners,
    addListener: (listener: () => void) => void listeners.add(listener),
    removeListener: (listener: () => void) => void listeners.delete(listener),
  };
}

let onUpdated: ReturnType<typeof fakeEvent>;
let pages: Pages;

beforeEach(() => {
  vi.useFakeTimers();
  onUpdated = fakeEvent();
  vi.stubGlobal("gasolineRunner", () => undefined);
  pages = new Pages({
    onPage: () => undefined,
    onParcel: () => undefined,
    onPartRequest: () => undefined,
    onMarkHidden: () => undefined,
    onGone: () => undefined,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(): Page {
  const event = { addListener: () => undefined };
  pages.connect({
    name: "page",
    sender: { tab: { id: 1, url: "http://localhost/" }, frameId: 0, documentId: "d" },
    onMessage: event,
    onDisconnect: event,
    postMessage: () => undefined,
  } as unknown as chrome.runtime.Port);
  return pages.find(() => true) as Page;
}

test("a tab that does not load in time is no longer watched", async () => {
  vi.stubGlobal("chrome", { tabs: { onUpdated } });
  const loaded = whenLoaded(1, 500, async () => undefined);
  await vi.advanceTimersByTimeAsync(499);
  expect(onUpdated.listeners.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await loaded;
  expect(onUpdated.listeners.size).toBe(0);
});

test("a tab is watched until it has loaded, whatever other tabs do", async () => {
  vi.stubGlobal("chrome", { tabs: { onUpdated } });
  const done = vi.fn();
  const loaded = whenLoaded(1, 500, async () => undefined).then(done);
  await vi.advanceTimersByTimeAsync(0);
  for (const [id, status] of [
    [2, "complete"],
    [1, "loading"],
  ])
    for (const listener of onUpdated.listeners) listener(id, { status });
  await vi.advanceTimersByTimeAsync(1);
  expect(done).not.toHaveBeenCalled();
  for (const listener of onUpdated.listeners) listener(1, { status: "complete" });
  await loaded;
  expect(onUpdated.listeners.size).toBe(0);
});

test("a navigation that is refused leaves no listener", async () => {
  vi.stubGlobal("chrome", { tabs: { onUpdated } });
  const refused = whenLoaded(1, 500, () => Promise.reject(new Error("No tab with id: 1.")));
  await expect(refused).rejects.toThrow("No tab");
  expect(onUpdated.listeners.size).toBe(0);
});

test("a tab that hangs is freed without a listener left", async () => {
  vi.stubGlobal("chrome", { tabs: { onUpdated, update: async () => undefined } });
  const freed = freeTab(1, "http://localhost/");
  await vi.runAllTimersAsync();
  await freed;
  expect(onUpdated.listeners.size).toBe(0);
});

test("a script that ends late no longer listens to the switch, and its page to nothing", async () => {
  const page = connect();
  const tab = { id: 1, url: "http://localhost/", active: true };
  const executeScript = vi.fn(({ func }: { func: () => unknown }) =>
    String(func).includes("true") ? Promise.resolve([{ result: true }]) : never(),
  );
  vi.stubGlobal("chrome", {
    tabs: { onUpdated, get: async () => tab },
    scripting: { executeScript },
    permissions: { contains: async () => true },
  });
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, "addEventListener");
  const remove = vi.spyOn(signal, "removeEventListener");
  const query = { id: "q", tabId: 1, params: { script: "1", timeoutMs: 100 } } as never;
  const settings = { disabledSites: [], capturedSites: [], serverUrl: "http://127.0.0.1:7890" } as never;
  const answer = execute(query, settings, signal, { pages } as never).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await answer).toMatchObject({ success: false, error: expect.stringContaining("Timeout") });
  expect(add).toHaveBeenCalledTimes(1);
  expect(remove.mock.calls).toEqual(add.mock.calls);
  expect(page.flushes.size).toBe(0);
});

test("a page that connects after the timeout is not looked at", async () => {
  const fits = vi.fn(() => false);
  const found = pages.waitFor(fits, 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await found).toBeUndefined();
  connect();
  expect(fits).not.toHaveBeenCalled();
});

test("a page that did not flush in time keeps nothing of the question", async () => {
  const page = connect();
  const settled = async () => [];
  const parts = { pages, pageParts: { settled }, queue: new Queue(), delivery: { settled } };
  const answer = flush({ ...parts, snippets: { settled }, callSites: { settled } } as never, {
    id: "f",
    waitMs: 50,
  });
  await vi.runAllTimersAsync();
  expect((await answer).missing).toEqual([1]);
  expect(page.flushes.size).toBe(0);
});

test("a drop after the timeout does not search the queue", async () => {
  const queue = new Queue();
  const waiting = entry(0);
  queue.add(waiting);
  const drops = { lost: () => undefined };
  const persistence = { drop: () => undefined };
  const delivery = new Delivery({ queue, drops, persistence } as unknown as DeliveryParts);
  const settled = delivery.settled([waiting], 100);
  await vi.advanceTimersByTimeAsync(100);
  await settled;
  const has = vi.spyOn(queue, "has");
  delivery.drop([], "worker_queue");
  expect(has).not.toHaveBeenCalled();
});
