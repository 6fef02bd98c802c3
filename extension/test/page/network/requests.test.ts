// fetch and XMLHttpRequest: what fails is in the log, everything in the waterfall, and the page gets what it asked for.
import type { DOMWindow } from "jsdom";
import { expect, test, vi } from "vitest";
import { type Entry, openCapturedPage, type Page } from "../bundle.js";

const FAILED_RESPONSE_CHARS = 5_120;

function openWith(answer: () => Promise<Response>): { page: Page; native: ReturnType<typeof vi.fn> } {
  const native = vi.fn(answer);
  const prepare = (window: DOMWindow) => {
    // A promise of that window, as a browser's would be.
    window.answer = native;
    window.eval(
      "fetch = function fetch(input) { return new Promise((ok, no) => answer(...arguments).then(ok, no)) }",
    );
  };
  return { page: openCapturedPage({ prepare }), native };
}

const answer = (body: string | null, init: ResponseInit) => async () => new Response(body, init);

/** Each entry by its id, with its updates over it, as the server has it. */
function merged(entries: Entry[]): Entry[] {
  const byId = new Map<unknown, Entry>();
  for (const entry of entries) byId.set(entry.id, { ...byId.get(entry.id), ...entry });
  return [...byId.values()];
}

async function settled(page: Page, count = 1): Promise<Entry[]> {
  return vi.waitFor(() => {
    page.flush();
    const entries = merged(page.entries());
    expect(entries.filter((entry) => "response" in entry).length).toBeGreaterThanOrEqual(count);
    return entries;
  });
}

test("a request that succeeds is in the waterfall only", async () => {
  const { page } = openWith(answer("fine", { status: 200 }));
  const response = (await page.run("fetch('/items?a=1')")) as Response;
  expect(await response.text()).toBe("fine");
  page.flush();
  expect(page.entries("network")).toMatchObject([
    {
      url: "http://shop.test/items?a=1",
      method: "GET",
      status: 200,
      initiator: "fetch",
      pageUrl: "http://shop.test/cart",
      start: expect.any(Number),
      duration: expect.any(Number),
    },
  ]);
  expect(page.entries()).toEqual([]);
});

// NET-02
test("a failed request is logged at once, and its answer follows under the same id", async () => {
  const { page } = openWith(answer('{"error":"declined"}', { status: 402, statusText: "Payment Required" }));
  const response = (await page.run("fetch('/pay', { method: 'post' })")) as Response;
  page.flush();
  expect(page.entries()[0]).toMatchObject({ type: "network", level: "error", method: "POST", status: 402 });
  expect(await response.json()).toEqual({ error: "declined" });
  expect(await settled(page)).toMatchObject([
    { url: "http://shop.test/pay", statusText: "Payment Required", response: '{"error":"declined"}' },
  ]);
});

// NET-02
test("a long answer is truncated, and the page gets all of it", async () => {
  const { page } = openWith(answer("x".repeat(4 * FAILED_RESPONSE_CHARS), { status: 500 }));
  const response = (await page.run("fetch('/big')")) as Response;
  const [entry] = await settled(page);
  expect(entry?.response).toMatch(/^x{5120}…\[\+\d+ chars\]$/);
  expect((await response.text()).length).toBe(4 * FAILED_RESPONSE_CHARS);
});

test("an event stream is not read", async () => {
  const pull = vi.fn();
  const stream = () => new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = { "content-type": "text/event-stream" };
  const { page } = openWith(async () => new Response(stream(), { status: 500, headers }));
  await page.run("fetch('/events')");
  page.flush();
  expect(page.entries()).toHaveLength(1);
  expect(pull).not.toHaveBeenCalled();
});

test("a binary answer is described", async () => {
  const headers = { "content-type": "image/png", "content-length": "3" };
  const { page } = openWith(async () => new Response("abc", { status: 404, headers }));
  await page.run("fetch('/x.png')");
  expect(await settled(page)).toMatchObject([{ response: "[Binary: 3 bytes, type: image/png]" }]);
});

test("a network failure rejects as before and is logged with its reason", async () => {
  const failure = new TypeError("Failed to fetch");
  const { page } = openWith(() => Promise.reject(failure));
  await expect(page.run("fetch('http://down.test/')") as Promise<unknown>).rejects.toBe(failure);
  page.flush();
  expect(page.entries()).toMatchObject([
    { type: "network", status: 0, url: "http://down.test/", error: "TypeError: Failed to fetch" },
  ]);
});

// NET-03
test("an aborted request is not an error, and the waterfall says so", async () => {
  // Node's own DOMException has getters that are not native.
  const aborted = Object.assign(new Error("stop"), { name: "AbortError" });
  const { page } = openWith(() => Promise.reject(aborted));
  await expect(page.run("fetch('/slow')") as Promise<unknown>).rejects.toThrow("stop");
  page.flush();
  expect(page.entries()).toEqual([]);
  expect(page.entries("network")).toMatchObject([{ aborted: true, status: 0 }]);
});

test.each(["http://127.0.0.1:7890/logs", "http://localhost:7890/health"])(
  "%s is not recorded",
  async (url) => {
    const { page, native } = openWith(answer("", { status: 500 }));
    await page.run(`fetch('${url}')`);
    page.flush();
    expect(native).toHaveBeenCalledOnce();
    expect([page.entries(), page.entries("network")]).toEqual([[], []]);
  },
);

test("the same failure again is counted, not sent again", async () => {
  const { page } = openWith(answer("no", { status: 500 }));
  await page.run("Promise.all([fetch('/a'), fetch('/a'), fetch('/a')])");
  expect(await settled(page)).toMatchObject([{ _aggregatedCount: 3, response: "no" }]);
  expect(merged(page.entries("network"))).toHaveLength(3);
});

test("an XMLHttpRequest that fails to connect is logged, one that is aborted is not", async () => {
  const page = openCapturedPage();
  const ended =
    page.run(`Promise.all(["http://127.0.0.1:1/down", "http://127.0.0.1:1/aborted"].map((url, i) => new Promise((done) => {
    const xhr = new XMLHttpRequest();
    xhr.open("post", url);
    xhr.onloadend = done;
    xhr.send();
    if (i === 1) xhr.abort();
  })))`);
  await ended;
  page.flush();
  expect(page.entries()).toMatchObject([
    { type: "network", method: "POST", url: "http://127.0.0.1:1/down", status: 0, error: "Network error" },
  ]);
  expect(page.entries("network").map((entry) => [entry.url, entry.aborted ?? false])).toEqual(
    expect.arrayContaining([
      ["http://127.0.0.1:1/down", false],
      ["http://127.0.0.1:1/aborted", true],
    ]),
  );
});

test("arguments that cannot be read do not end the recording", async () => {
  const { page } = openWith(answer("fine", { status: 200 }));
  await page.run("fetch({ toString() { throw 1 } }, { get method() { throw 2 }, get signal() { throw 3 } })");
  await page.run("fetch('/next')");
  page.flush();
  expect(page.entries("network").map((entry) => entry.url)).toContain("http://shop.test/next");
});
