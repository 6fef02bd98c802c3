// Bodies of requests: read when the settings want it, and not touched otherwise.
import type { DOMWindow } from "jsdom";
import { expect, test, vi } from "vitest";
import { REQUEST_BODY_BYTES, RESPONSE_BODY_BYTES } from "../../../src/generated/limits.js";
import { DEFAULTS } from "../../../src/shared/settings.js";
import { type Entry, openPage, type Page } from "../bundle.js";

const clone = vi.spyOn(Response.prototype, "clone");

function open(body: string): Page {
  return openPage({
    prepare: (window: DOMWindow) => {
      window.answer = async () =>
        new Response(body, { headers: { "content-type": "text/plain", "content-length": `${body.length}` } });
      window.eval("fetch = function fetch(input) { return new Promise((ok, no) => answer().then(ok, no)) }");
    },
  });
}

function set(page: Page, networkBodyCaptureEnabled: boolean): void {
  const settings = { ...DEFAULTS, disabledSites: [], capturedSites: [], networkBodyCaptureEnabled };
  page.send({ type: "settings", settings, captured: true });
}

async function exchange(page: Page): Promise<Entry> {
  return vi.waitFor(() => {
    page.flush();
    const merged = Object.assign({}, ...page.entries("network_bodies")) as Entry;
    expect(merged.responseBody).toBeDefined();
    return merged;
  });
}

test("while the switch is off nothing is copied", async () => {
  const page = open("fine");
  set(page, false);
  clone.mockClear();
  await page.run("fetch('/items', { method: 'POST', body: 'sent' })");
  page.flush();
  expect(clone).not.toHaveBeenCalled();
  expect(page.entries("network_bodies")).toEqual([]);
  expect(page.entries("network")).toHaveLength(1);
});

test("what came before the settings is read when they want it", async () => {
  const page = open("fine");
  const response = (await page.run("fetch('/items', { method: 'POST', body: 'sent' })")) as Response;
  expect(await response.text()).toBe("fine");
  set(page, true);
  expect(await exchange(page)).toMatchObject({
    type: "network_body",
    method: "POST",
    url: "http://shop.test/items",
    status: 200,
    requestBody: "sent",
    responseBody: "fine",
    contentType: "text/plain",
    hasAuthHeader: false,
    pageUrl: "http://shop.test/cart",
  });
});

test("what came before the settings is forgotten when they do not", async () => {
  const page = open("fine");
  await page.run("fetch('/items', { method: 'POST', body: 'sent' })");
  set(page, false);
  set(page, true);
  page.flush();
  expect(page.entries("network_bodies")).toEqual([]);
});

test("bodies are truncated, and the page gets all of them", async () => {
  const page = open("x".repeat(RESPONSE_BODY_BYTES + 1));
  set(page, true);
  const script = `fetch('/items', { method: 'POST', body: 'y'.repeat(${REQUEST_BODY_BYTES + 1}) })`;
  const response = (await page.run(script)) as Response;
  expect((await response.text()).length).toBe(RESPONSE_BODY_BYTES + 1);
  const entry = await exchange(page);
  expect(entry.responseBody).toBe("x".repeat(RESPONSE_BODY_BYTES));
  expect(entry.requestBody).toBe("y".repeat(REQUEST_BODY_BYTES));
  expect(entry.truncated).toBe(true);
});
