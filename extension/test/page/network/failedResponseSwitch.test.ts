// "Bodies of failed responses": the beginning of a failed response is kept only if the switch is on.
import type { DOMWindow } from "jsdom";
import { expect, test, vi } from "vitest";
import { DEFAULTS } from "../../../src/shared/settings.js";
import { type Entry, openPage, type Page } from "../bundle.js";

const BODY = "out of stock";
const clone = vi.spyOn(Response.prototype, "clone");

function open(): Page {
  return openPage({
    prepare: (window: DOMWindow) => {
      window.answer = async () =>
        new Response(BODY, { status: 409, headers: { "content-type": "text/plain" } });
      window.eval("fetch = function fetch(input) { return new Promise((ok, no) => answer().then(ok, no)) }");
    },
  });
}

function set(page: Page, failedResponseBodiesEnabled: boolean): void {
  const settings = { ...DEFAULTS, disabledSites: [], capturedSites: [], failedResponseBodiesEnabled };
  page.send({ type: "settings", settings, captured: true });
}

/** The failed request's entry with its updates. */
function entry(page: Page): Entry {
  page.flush();
  return Object.assign({}, ...page.entries()) as Entry;
}

async function fetchFailing(page: Page): Promise<void> {
  const response = (await page.run("fetch('/order')")) as Response;
  expect(await response.text()).toBe(BODY);
}

test("while it is on, the response is part of the entry", async () => {
  const page = open();
  set(page, true);
  await fetchFailing(page);
  await vi.waitFor(() => expect(entry(page)).toMatchObject({ status: 409, response: BODY }));
});

test("while it is off, the response is not even copied", async () => {
  const page = open();
  set(page, false);
  clone.mockClear();
  await fetchFailing(page);
  expect(clone).not.toHaveBeenCalled();
  expect(entry(page)).toMatchObject({ status: 409 });
  expect(entry(page)).not.toHaveProperty("response");
});

test("a response that came before the settings follows them", async () => {
  for (const isOn of [true, false]) {
    const page = open();
    await fetchFailing(page);
    // The copy has been read by the time that a second read of the same size ends.
    await fetchFailing(page);
    set(page, isOn);
    if (isOn) await vi.waitFor(() => expect(entry(page)).toMatchObject({ response: BODY }));
    else expect(entry(page)).not.toHaveProperty("response");
  }
});
