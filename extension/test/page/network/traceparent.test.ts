// "Send a traceparent header": requests to the page's own origin carry one and are recorded with its ids; no others do.
import type { DOMWindow } from "jsdom";
import { expect, test, vi } from "vitest";
import { DEFAULTS } from "../../../src/shared/settings.js";
import { type Entry, openPage, type Page } from "../bundle.js";

const OWN = "http://shop.test/api/items";
const OTHER = "http://other.test/api/items";
const FORMAT = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-01$/;

interface Opened {
  page: Page;
  /** What the browser's own fetch was called with. */
  calls: unknown[][];
  /** What was set on XMLHttpRequests. */
  set: [string, string][];
}

function open(isOn: boolean, { status = 200, origin = "http://shop.test" } = {}): Opened {
  const calls: unknown[][] = [];
  const set: [string, string][] = [];
  const page = openPage({
    prepare: (window: DOMWindow) => {
      Object.defineProperty(window, "origin", { value: origin });
      window.answer = async (...args: unknown[]) => {
        calls.push(args);
        return new Response("fine", { status });
      };
      window.eval(
        "fetch = function fetch(input) { return new Promise((ok, no) => answer(...arguments).then(ok, no)) }",
      );
      const { prototype } = window.XMLHttpRequest;
      prototype.send = () => undefined;
      prototype.setRequestHeader = (name: string, value: string) => void set.push([name, value]);
    },
  });
  turn(page, isOn);
  return { page, calls, set };
}

function turn(page: Page, traceparentEnabled: boolean): void {
  const settings = { ...DEFAULTS, disabledSites: [], capturedSites: [], traceparentEnabled };
  page.send({ type: "settings", settings, captured: true });
}

function recorded(page: Page, stream: string): Entry[] {
  page.flush();
  return page.entries(stream);
}

/** The header of a request that the browser's own fetch was given. */
function sent(call: unknown[] | undefined): string | null {
  expect(call).toHaveLength(1);
  const request = call?.[0] as Request | undefined;
  return request?.headers.get("traceparent") ?? null;
}

// OTLP-05
test("a request to the page's own origin carries the ids that it is recorded with", async () => {
  const { page, calls } = open(true);
  await page.run(`fetch("${OWN}")`);
  await page.run(`fetch(new Request("${OWN}"))`);
  await page.run(`fetch(new URL("${OWN}"))`);
  const ids = calls.map((call) => ({ ...FORMAT.exec(sent(call) ?? "")?.groups }));
  expect(recorded(page, "network")).toMatchObject(ids);
  expect(new Set(ids.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(ids.map(({ spanId }) => spanId)).size).toBe(3);
});

// OTLP-05
test("each load of a page has its own trace", async () => {
  const headers = [];
  for (const { page, calls } of [open(true), open(true)]) {
    await page.run(`fetch("${OWN}")`);
    headers.push(FORMAT.exec(sent(calls[0]) ?? "")?.groups?.traceId);
  }
  expect(headers).toEqual([expect.any(String), expect.any(String)]);
  expect(headers[0]).not.toBe(headers[1]);
});

// OTLP-05
test("what else the page said about the request stays", async () => {
  const { page, calls } = open(true);
  const init =
    '{ method: "PUT", body: "three", headers: { "x-a": "b" }, credentials: "omit", cache: "no-store" }';
  await page.run(`fetch("${OWN}", ${init})`);
  await page.run(`fetch(new Request("${OWN}", { redirect: "manual" }), ${init})`);
  for (const [at, redirect] of ["follow", "manual"].entries()) {
    expect(sent(calls[at])).toMatch(FORMAT);
    const request = calls[at]?.[0] as Request;
    expect(request).toMatchObject({ method: "PUT", credentials: "omit", cache: "no-store", redirect });
    expect(request.headers.get("x-a")).toBe("b");
    expect(await request.text()).toBe("three");
  }
});

// OTLP-05
test("a failed request has the ids in the log, too", async () => {
  const { page, calls } = open(true, { status: 500 });
  await page.run(`fetch("${OWN}")`);
  expect(recorded(page, "logs")[0]).toMatchObject({
    status: 500,
    ...FORMAT.exec(sent(calls[0]) ?? "")?.groups,
  });
});

// OTLP-05
test("a request to another origin is made with the page's own arguments", async () => {
  const { page, calls } = open(true);
  page.run("given = [{ headers: { 'x-a': 'b' } }, { port: 1 }]");
  await page.run(`fetch("${OTHER}", given[0])`);
  await page.run('fetch("http://shop.test.other.test/", given[0])');
  await page.run('fetch("http://shop.test:8080/", given[0])');
  for (const call of calls) expect([typeof call[0], call[1]]).toEqual(["string", page.run("given[0]")]);
  for (const entry of recorded(page, "network")) expect(entry).not.toHaveProperty("traceId");
  expect(calls).toHaveLength(3);
});

// OTLP-05
test("nothing is added in a sandboxed document, which has an opaque origin", async () => {
  const { page, calls } = open(true, { origin: "null" });
  await page.run(`fetch("${OWN}")`);
  expect(calls).toEqual([[OWN]]);
});

// OTLP-05
test.each([
  `fetch("${OWN}", { headers: { traceparent: "mine" } })`,
  `fetch("${OWN}", { headers: [["TraceParent", "mine"]] })`,
  `fetch("${OWN}", { headers: new Headers({ traceparent: "mine" }) })`,
  `fetch(new Request("${OWN}", { headers: { traceparent: "mine" } }))`,
])("a header of the page's own stays: %s", async (code) => {
  const { page, calls } = open(true);
  await page.run(code);
  expect(sent(calls[0])).toBe("mine");
  expect(recorded(page, "network")[0]).not.toHaveProperty("traceId");
});

// OTLP-05
test.each([
  `fetch("${OWN}", { method: "POST", duplex: "half", body: new ReadableStream() })`,
  "fetch()",
  `fetch("${OWN}", { method: "no method" })`,
])("the call of a page is left as it is: %s", async (code) => {
  const { page, calls } = open(true);
  await page.run(`(function () { count = arguments.length; return fetch(...arguments) })${code.slice(5)}`);
  expect(calls[0]).toHaveLength(page.run("count") as number);
  expect(calls[0]?.[0]).not.toBeInstanceOf(Request);
  expect(recorded(page, "network")[0]).not.toHaveProperty("traceId");
});

// OTLP-05
test("an XMLHttpRequest to the page's own origin carries the ids that it is recorded with", () => {
  const { page, set } = open(true);
  page.run(`xhr = new XMLHttpRequest(); xhr.open("GET", "/api/items"); xhr.send()`);
  page.run("dispatchEvent(new Event('pagehide'))");
  expect(set).toEqual([["traceparent", expect.stringMatching(FORMAT)]]);
  expect(recorded(page, "network")).toMatchObject([{ ...FORMAT.exec(set[0]?.[1] ?? "")?.groups }]);
});

// OTLP-05
test("an XMLHttpRequest to another origin, or with a header of the page's own, carries no other", () => {
  const { page, set } = open(true);
  page.run(`xhr = new XMLHttpRequest(); xhr.open("GET", "${OTHER}"); xhr.send()`);
  page.run(
    "xhr = new XMLHttpRequest(); xhr.open('GET', '/own'); xhr.setRequestHeader('TraceParent', 'mine')",
  );
  page.run("xhr.send()");
  expect(set).toEqual([["TraceParent", "mine"]]);
});

// OTLP-05
test("while it is off, nothing is asked for and nothing is added", async () => {
  const { page, calls, set } = open(false);
  await page.run(`fetch("${OWN}")`);
  page.run("xhr = new XMLHttpRequest(); xhr.open('GET', '/own'); xhr.send()");
  expect(DEFAULTS.traceparentEnabled).toBe(false);
  expect(calls).toEqual([[OWN]]);
  expect(set).toEqual([]);
  expect(page.messages.filter(({ type }) => type === "part")).toEqual([]);
});

// OTLP-05
test("it follows its switch in a page that is open", async () => {
  const { page, calls } = open(true);
  turn(page, false);
  await page.run(`fetch("${OWN}")`);
  expect(calls).toEqual([[OWN]]);
  turn(page, true);
  await page.run(`fetch("${OWN}")`);
  expect(sent(calls[1])).toMatch(FORMAT);
});

// OTLP-05
test("what the page does to its classes afterwards does not reach the header", async () => {
  const { page, calls } = open(true);
  const request = vi.fn();
  page.window.spy = request;
  page.run("Request = class { constructor() { spy() } }; Headers = Request; crypto.getRandomValues = spy");
  await page.run(`fetch("${OWN}")`);
  expect(sent(calls[0])).toMatch(FORMAT);
  expect(request).not.toHaveBeenCalled();
});
