// @vitest-environment jsdom
// The relay: nothing is lost between page and worker, and an orphan keeps quiet.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HELD_CHARS, MAX_HELD_CHUNKS } from "../../src/content/parcels.js";
import { Relay } from "../../src/content/relay.js";
import type { Chunk, Dropped } from "../../src/shared/messages.js";
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../../src/shared/reconnect.js";
import { FakeChrome, FakePage, type FakePort } from "./fakes.js";

const SITE = "http://localhost:3000";
const DIALOG = '{"type":"dialog","dialog":"alert"}';

let browser: FakeChrome;
let relay: Relay;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeChrome();
  browser.install();
});

afterEach(() => {
  relay.retire();
  vi.useRealTimers();
});

async function start(): Promise<{ page: FakePage; port: FakePort }> {
  relay = new Relay("client", SITE);
  const page = new FakePage();
  await relay.start();
  return { page, port: lastPort() };
}

const lastPort = () => browser.ports.at(-1) as FakePort;
const seqs = (port: FakePort) => port.parcels.map((parcel) => parcel.seq);
const lastSettings = (page: FakePage) => page.received.findLast((message) => message.type === "settings");

test.each(["page", "content"])("the settings reach the page when the %s world was first", async (first) => {
  browser.stored = { captureLevel: "warnings", capturedSites: ["https://secret.test"] };
  const early = first === "page" ? new FakePage() : null;
  relay = new Relay("client", SITE);
  const page = early ?? new FakePage();
  await relay.start();
  expect(page.received).toEqual([
    {
      type: "settings",
      captured: true,
      settings: expect.objectContaining({ captureLevel: "warnings", capturedSites: [] }),
    },
  ]);
});

test("a page world that starts after the settings arrived receives them at once", async () => {
  relay = new Relay("client", SITE);
  await relay.start();
  expect(new FakePage().received).toHaveLength(1);
});

test("chunks are numbered and sent", async () => {
  const { page, port } = await start();
  page.log("1");
  page.log("2");
  expect(port.parcels).toEqual([
    { client: "client", seq: 1, stream: "logs", events: "1", count: 1, errors: 0 },
    { client: "client", seq: 2, stream: "logs", events: "2", count: 1, errors: 0 },
  ]);
});

test("what a page says before the settings are read goes to the worker as early", () => {
  relay = new Relay("client", SITE);
  const page = new FakePage();
  void relay.start();
  const chunk = { stream: "logs" as const, events: "1", count: 1, errors: 0 };
  page.send({ type: "chunks", chunks: [chunk], dropped: {}, early: true });
  expect(lastPort().parcels).toEqual([{ client: "client", seq: 1, ...chunk, early: true }]);
});

test("after the worker died only what it did not have is sent again, in order", async () => {
  const { page, port } = await start();
  for (const event of ["1", "2", "3"]) page.log(event);
  port.onMessage.fire({ type: "have", seq: 2 });
  port.die();
  page.log("4");
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(lastPort()).not.toBe(port);
  expect(seqs(lastPort())).toEqual([1, 3, 4]);
});

test("it tries again and again, more and more slowly", async () => {
  await start();
  for (let i = 0; i < 12; i++) {
    lastPort().die();
    vi.advanceTimersByTime(RECONNECT_MAX_MS);
  }
  const before = browser.ports.length;
  lastPort().die();
  vi.advanceTimersByTime(RECONNECT_MAX_MS - 1);
  expect(browser.ports).toHaveLength(before);
  vi.advanceTimersByTime(1);
  expect(browser.ports).toHaveLength(before + 1);
});

test("without a server the worker may sleep: nothing wakes it but what there is to send", async () => {
  const { page, port } = await start();
  port.onMessage.fire({ type: "server", isHere: false });
  port.die();
  vi.advanceTimersByTime(100 * RECONNECT_MAX_MS);
  expect(browser.ports).toHaveLength(1);
  page.log("1");
  expect(browser.ports).toHaveLength(2);
  expect(seqs(lastPort())).toEqual([1]);
  page.log("2");
  expect(seqs(lastPort())).toEqual([1, 2]);
});

test("what no worker has taken yet brings the worker back, with or without a server", async () => {
  const { page, port } = await start();
  port.onMessage.fire({ type: "server", isHere: false });
  page.log("1");
  port.die();
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(seqs(lastPort())).toEqual([1]);
});

test("a worker that found a server wakes the page that let it sleep", async () => {
  const { port } = await start();
  port.onMessage.fire({ type: "server", isHere: false });
  port.die();
  browser.onMessage.fire({ type: "wake" });
  expect(browser.ports).toHaveLength(2);
  lastPort().onMessage.fire({ type: "server", isHere: true });
  lastPort().die();
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(browser.ports).toHaveLength(3);
});

const transition = (type: "pagehide" | "pageshow", persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent(type, { persisted }));

test("a page that enters the cache closes its port after what the others recorded last", async () => {
  const { page, port } = await start();
  const last = () => page.log("last");
  addEventListener("pagehide", last);
  transition("pagehide", true);
  removeEventListener("pagehide", last);
  expect(port.parcels.map(({ events }) => events)).toEqual(["last"]);
  expect(port.isOpen).toBe(false);
});

test("a page in the cache opens no port, neither for the worker nor for changed settings nor to send", async () => {
  const { page } = await start();
  transition("pagehide", true);
  browser.onMessage.fire({ type: "wake" });
  browser.change("captureLevel", "errors");
  page.log("1");
  expect(browser.ports).toHaveLength(1);
});

test("a page that returns from the cache connects at once, and follows the settings of now", async () => {
  const { page } = await start();
  page.log("1");
  transition("pagehide", true);
  browser.stored = { captureLevel: "errors" };
  transition("pageshow", true);
  expect(seqs(lastPort())).toEqual([1]);
  await vi.waitFor(() =>
    expect(lastSettings(page)).toMatchObject({ captured: true, settings: { captureLevel: "errors" } }),
  );
});

test("a page that is left for good keeps its port to the end", async () => {
  const { port } = await start();
  transition("pagehide", false);
  expect(port.isOpen).toBe(true);
});

test("without a worker the oldest chunks go, and are counted", async () => {
  const { page, port } = await start();
  port.die();
  for (let i = 0; i < MAX_HELD_CHUNKS + 3; i++) page.log("x");
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(seqs(lastPort())[0]).toBe(4);
  page.log("next");
  const dropped = lastPort().parcels.map((parcel) => parcel.dropped?.held_chunks ?? 0);
  // The chunk that came last made one more go.
  expect(dropped.reduce((a, b) => a + b)).toBe(3);
});

test("without a worker no more is kept than fits, and the oldest goes first", async () => {
  const { page, port } = await start();
  port.die();
  const eighth = "x".repeat(HELD_CHARS / 8);
  for (let i = 0; i < 9; i++) page.log(eighth);
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(seqs(lastPort())).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  for (let seq = 2; seq <= 9; seq++) lastPort().onMessage.fire({ type: "have", seq });
  page.log("next");
  expect(lastPort().parcels.at(-1)?.dropped).toEqual({ held_chunks: 1 });
});

test("a chunk that goes for room leaves the losses behind that it reported", async () => {
  const { page, port } = await start();
  port.die();
  page.send({
    type: "chunks",
    chunks: [{ stream: "logs", events: "x", count: 1, errors: 0 }],
    dropped: { early_events: 5 },
  });
  for (let i = 0; i < MAX_HELD_CHUNKS; i++) page.log("x");
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  page.log("next");
  expect(lastPort().parcels.at(-1)?.dropped).toEqual({ early_events: 5, held_chunks: 1 });
});

test("what the page lost travels with its next chunk", async () => {
  const { page, port } = await start();
  page.send({ type: "chunks", chunks: [], dropped: { early_events: 5 } });
  expect(port.parcels).toEqual([]);
  page.log("1");
  expect(port.parcels[0]?.dropped).toEqual({ early_events: 5 });
});

test("a flush brings the page's last chunk before the answer", async () => {
  const { page, port } = await start();
  page.flushing = (id) => {
    page.log("last");
    page.send({ type: "flushed", id });
  };
  port.onMessage.fire({ type: "flush", id: "f1" });
  expect(port.posted.map((message) => message.type)).toEqual(["parcel", "flushed"]);
  expect(port.posted.at(-1)).toEqual({ type: "flushed", id: "f1" });
});

test("a flush is answered even where there is no page world", async () => {
  relay = new Relay("client", SITE);
  await relay.start();
  lastPort().onMessage.fire({ type: "flush", id: "f1" });
  expect(lastPort().posted).toEqual([{ type: "flushed", id: "f1" }]);
});

test("a site that is switched off keeps no port, and gets one when it is switched on", async () => {
  browser.stored = { disabledSites: [SITE] };
  const { page, port } = await start();
  expect(port.isOpen).toBe(false);
  expect(lastSettings(page)).toMatchObject({ captured: false });
  browser.change("disabledSites", []);
  expect(browser.ports).toHaveLength(2);
  expect(lastSettings(page)).toMatchObject({ captured: true });
  browser.change("disabledSites", [SITE]);
  expect(lastPort().isOpen).toBe(false);
  expect(lastSettings(page)).toMatchObject({ captured: false });
});

test("a site that is not captured shows no pilot mark, even if it was asked to before its settings were read", async () => {
  HTMLElement.prototype.showPopover = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  relay = new Relay("client", SITE);
  browser.stored = { disabledSites: [SITE] };
  const started = relay.start();
  lastPort().onMessage.fire({ type: "pilot", enabled: true, mark: true });
  const shown = document.documentElement.childElementCount;
  await started;
  expect(shown - document.documentElement.childElementCount).toBe(1);
});

test("a flush before the settings are read is answered after them, with what the page held till then", async () => {
  relay = new Relay("client", SITE);
  const page = new FakePage();
  const started = relay.start();
  const port = lastPort();
  port.onMessage.fire({ type: "flush", id: "early" });
  expect(port.posted).toEqual([]);
  page.flushing = () => page.log("held");
  await started;
  expect(port.posted.map(({ type }) => type)).toEqual(["parcel", "flushed"]);
});

test("a chunk that was let go for room is lost only if the port breaks before the worker has it", async () => {
  const { page, port } = await start();
  for (let i = 0; i < MAX_HELD_CHUNKS + 2; i++) page.log("x");
  port.onMessage.fire({ type: "have", seq: 1 });
  port.die();
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  page.log("next");
  const dropped = lastPort().parcels.map((parcel) => parcel.dropped?.held_chunks ?? 0);
  expect(dropped.reduce((a, b) => a + b)).toBe(1);
});

test("garbage in the storage means the defaults", async () => {
  browser.stored = { captureLevel: 7, disabledSites: "all", serverUrl: "javascript:alert(1)" };
  const { page } = await start();
  expect(lastSettings(page)).toMatchObject({
    captured: true,
    settings: { captureLevel: "all", serverUrl: "http://127.0.0.1:7890" },
  });
});

test("when the extension is gone the page is let go, without an error", async () => {
  const { page, port } = await start();
  browser.id = undefined;
  port.die();
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(lastSettings(page)).toMatchObject({ captured: false });
  page.log("nobody listens");
  expect(browser.ports).toHaveLength(1);
  expect(browser.onChanged.all.size).toBe(0);
});

/** A recorder in the content script's own world. */
function startWithRecorder() {
  const calls: string[] = [];
  let handOver: (chunks: Chunk[], dropped: Dropped) => void = () => {};
  const record = (give: typeof handOver) => {
    handOver = give;
    const note = (name: string) => () => void calls.push(name);
    return { start: note("start"), stop: note("stop"), flush: () => act("held") };
  };
  relay = new Relay("client", SITE, [{ stream: "actions", record }]);
  const act = (events: string) => handOver([{ stream: "actions", events, count: 1, errors: 0 }], {});
  return { calls, act };
}

test("an action before the settings is marked as early, one after them is not", async () => {
  const { act } = startWithRecorder();
  await Promise.all([relay.start(), act("1")]);
  act("2");
  relay.retire();
  expect(lastPort().parcels.map(({ events, early }) => [events, early])).toEqual([
    ["1", true],
    ["2", undefined],
  ]);
});

test("a flush takes the actions along", async () => {
  startWithRecorder();
  const page = new FakePage();
  await relay.start();
  lastPort().onMessage.fire({ type: "flush", id: "f" });
  expect(lastPort().posted.map((message) => message.type)).toEqual(["parcel", "flushed"]);
  expect(page.received.at(-1)).toEqual({ type: "flush", id: "f" });
});

test("the page's report of a dialog comes after the click that opened it", async () => {
  startWithRecorder();
  const page = new FakePage();
  await relay.start();
  page.send({
    type: "chunks",
    chunks: [{ stream: "actions", events: DIALOG, count: 1, errors: 0 }],
    dropped: {},
  });
  expect(lastPort().parcels.map(({ events }) => events)).toEqual(["held", DIALOG]);
});

test("actions are recorded from the start until their switch, or the site's, is off", async () => {
  const { calls } = startWithRecorder();
  await relay.start();
  browser.change("actionCaptureEnabled", false);
  browser.change("actionCaptureEnabled", true);
  browser.change("disabledSites", [SITE]);
  expect(calls).toEqual(["start", "start", "stop", "start", "stop"]);
});

/** As a script's runner: offers its node under the script's id. */
function offerScript(id: string): { stopped: () => boolean } {
  const node = document.createComment("");
  let isStopped = false;
  node.addEventListener("stop", () => {
    isStopped = true;
  });
  document.dispatchEvent(new MouseEvent(id, { relatedTarget: node }));
  return { stopped: () => isStopped };
}

test("an order to stop ends the script of that id, and nothing about scripts reaches the page's world", async () => {
  const { page, port } = await start();
  const before = page.received.length;
  for (const id of ["a", "b"]) port.onMessage.fire({ type: "scriptBegins", id });
  const [a, b] = [offerScript("a"), offerScript("b")];
  port.onMessage.fire({ type: "stopScript", id: "a" });
  expect([a.stopped(), b.stopped()]).toEqual([true, false]);
  expect(page.received).toHaveLength(before);
});

test("when the worker goes away, its scripts end; one that has ended before is left alone", async () => {
  const { port } = await start();
  for (const id of ["a", "b"]) port.onMessage.fire({ type: "scriptBegins", id });
  const [a, b] = [offerScript("a"), offerScript("b")];
  port.onMessage.fire({ type: "scriptEnded", id: "b" });
  port.die();
  expect([a.stopped(), b.stopped()]).toEqual([true, false]);
});

test("a worker that wants to talk need not wait for the next attempt", async () => {
  const { port } = await start();
  port.die();
  relay.wake();
  expect(lastPort()).not.toBe(port);
});

test("a worker that stops before it has injected a part is asked again, and not after that", async () => {
  const { page, port } = await start();
  const request = { type: "part", name: "context", key: "k1" } as const;
  page.send(request);
  expect(port.posted).toContainEqual(request);
  port.die();
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(lastPort().posted).toContainEqual(request);
  lastPort().onMessage.fire({ type: "injected", key: "k1" });
  lastPort().die();
  vi.advanceTimersByTime(RECONNECT_MIN_MS);
  expect(lastPort().posted).not.toContainEqual(request);
});

test.each([
  { type: "part", name: "unknown", key: "k1" },
  { type: "part", name: "context", key: "a b" },
])("%o of a page is not passed on", async (request) => {
  const { page, port } = await start();
  page.send(request as never);
  expect(port.posted).not.toContainEqual(request);
});
