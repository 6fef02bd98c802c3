// Flush: everything before it is acknowledged, or the tab is named as missing.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Parcel, ToContent } from "../../../src/shared/messages.js";
import type { Delivery } from "../../../src/worker/delivery/delivery.js";
import { DELIVERY_MS, ERROR_PAGE_SHARE, FLUSH_MARGIN_MS, flush } from "../../../src/worker/delivery/flush.js";
import { Queue } from "../../../src/worker/delivery/queue.js";
import { type Page, Pages } from "../../../src/worker/pages.js";
import { entry, parcel } from "../fakes.js";

const FLUSH_WAIT_MS = 50;
const ERROR_CONTEXT_WAIT_MS = 1_000;

type Listener = (message: unknown) => void;

function fakePort(tabId: number, answer: (message: ToContent, say: Listener) => void) {
  const listeners: Listener[] = [];
  const gone: (() => void)[] = [];
  const port = {
    name: "page",
    sender: { tab: { id: tabId }, frameId: 0, documentId: "d" },
    onMessage: { addListener: (listener: Listener) => listeners.push(listener) },
    onDisconnect: { addListener: (listener: () => void) => gone.push(listener) },
    postMessage: (message: ToContent) =>
      answer(message, (reply) => listeners.forEach((hear) => void hear(reply))),
  };
  return { port: port as unknown as chrome.runtime.Port, leave: () => gone.forEach((hear) => void hear()) };
}

function setUp() {
  const queue = new Queue();
  const taken: Parcel[] = [];
  const late: Page[] = [];
  const pages = new Pages({
    onPage: () => undefined,
    onParcel: (_page, one) => void taken.push(one),
    onPartRequest: () => undefined,
    onMarkHidden: () => undefined,
    onGone: () => undefined,
  });
  const delivery = { settled: async () => undefined } as unknown as Delivery;
  const settled = vi.fn(async () => undefined);
  const pageParts = { settled: async () => late };
  const parts = {
    pages,
    pageParts,
    queue,
    delivery,
    snippets: { settled },
    callSites: { settled: async () => {} },
  };
  return {
    queue,
    taken,
    pages,
    settled,
    late,
    ask: (errorContext = false, id = "f1") =>
      flush(parts, { id, errorContext, waitMs: errorContext ? ERROR_CONTEXT_WAIT_MS : FLUSH_WAIT_MS }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("without pages the answer is there at once", async () => {
  expect(await setUp().ask()).toEqual({ type: "flushed", id: "f1", missing: [] });
});

test("a page hands over its events before it says that it has flushed", async () => {
  const { pages, taken, ask } = setUp();
  const page = fakePort(7, (_message, say) => {
    say({ type: "parcel", parcel: parcel(0) });
    say({ type: "flushed", id: "f1" });
  });
  pages.connect(page.port);
  expect((await ask()).missing).toEqual([]);
  expect(taken.length).toBe(1);
});

test("a tab that does not answer is missing, within the bound", async () => {
  const { pages, ask } = setUp();
  pages.connect(fakePort(7, () => undefined).port);
  pages.connect(fakePort(8, (_message, say) => say({ type: "flushed", id: "f1" })).port);
  const answer = ask();
  await vi.advanceTimersByTimeAsync(49);
  expect((await answer).missing).toEqual([7]);
});

test("a page that goes away is not waited for", async () => {
  const { pages, ask } = setUp();
  const page = fakePort(7, () => undefined);
  pages.connect(page.port);
  const answer = ask();
  page.leave();
  expect((await answer).missing).toEqual([]);
});

test("a tab whose events are still waiting for the server is missing", async () => {
  const { queue, ask } = setUp();
  queue.add(entry(0));
  expect((await ask()).missing).toEqual([7]);
});

test("who reads errors waits for what is being found out about them, others do not", async () => {
  const { settled, ask } = setUp();
  await ask();
  expect(settled).not.toHaveBeenCalled();
  await ask(true);
  expect(settled).toHaveBeenCalledWith(ERROR_CONTEXT_WAIT_MS - FLUSH_MARGIN_MS - DELIVERY_MS);
});

test("a reader of errors gives a busy page more time to collect their context", async () => {
  const { pages, taken, ask } = setUp();
  const page = fakePort(7, (message, say) => {
    if (message.type !== "flush") return;
    setTimeout(() => {
      say({ type: "parcel", parcel: parcel(0) });
      say({ type: "flushed", id: message.id });
    }, FLUSH_WAIT_MS);
  });
  pages.connect(page.port);
  const [hasty, patient] = [ask(false, "hasty"), ask(true, "patient")];
  await vi.advanceTimersByTimeAsync(ERROR_CONTEXT_WAIT_MS * ERROR_PAGE_SHARE);
  expect((await hasty).missing).toEqual([7]);
  expect((await patient).missing).toEqual([]);
  expect(taken.length).toBeGreaterThan(0);
});

test("a parcel of no known stream is not taken", () => {
  const { pages, taken } = setUp();
  let say: Listener = () => undefined;
  const page = fakePort(7, (_message, reply) => {
    say = reply;
  });
  pages.connect(page.port);
  page.port.postMessage({ type: "flush", id: "x" });
  say({ type: "parcel", parcel: parcel(0, { stream: "__proto__" as "logs" }) });
  expect(taken).toEqual([]);
});

test("a page that gets a part just now is asked again when it has come", async () => {
  const { pages, late, ask } = setUp();
  const asked: string[] = [];
  const { port } = fakePort(1, (message, say) => {
    if (message.type !== "flush") return;
    asked.push(message.id);
    say({ type: "flushed", id: message.id });
  });
  pages.connect(port);
  late.push(...pages.all());
  expect(await ask()).toMatchObject({ missing: [] });
  expect(asked).toEqual(["f1", "f1+"]);
});
