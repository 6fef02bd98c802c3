// The popup's sentences and the check of the server address.
import { expect, test } from "vitest";
import { checkServerUrl } from "../../src/options/serverUrl.js";
import { connectionText, droppedText, pairCommand, siteText } from "../../src/popup/popupTexts.js";

const URL_NOW = "http://127.0.0.1:7890";

test("each state of the connection says what to do", () => {
  const advice = (connection: Parameters<typeof connectionText>[0]) =>
    connectionText(connection, URL_NOW).advice;
  expect(advice({ state: "connected", version: "0.1.0" })).toBe("Gasoline 0.1.0 at 127.0.0.1:7890");
  expect(advice({ state: "unreachable", reason: "x" })).toContain(
    "Start your AI client, or run gasoline serve",
  );
  expect(advice({ state: "unpaired", code: "0123-4567-89AB-CDEF" })).toContain("run this in a terminal");
  expect(advice({ state: "different_server" })).toContain("No data is sent to it");
});

test("the command that pairs is shown only where it helps", () => {
  expect(pairCommand({ state: "unpaired", code: "0123-4567-89AB-CDEF" })).toBe(
    "echo 0123-4567-89AB-CDEF | gasoline pair -",
  );
  expect(pairCommand({ state: "connecting" })).toBeNull();
});

test("losses are named in words, unknown bounds by their own name", () => {
  expect(droppedText({ worker_queue: 2, early_chunks: 3, none: 0 })).toBe(
    "2 waiting too long for the server, 3 early chunks",
  );
});

test("a page without a site says so", () => {
  expect(siteText(null)).toBe("This page cannot be captured");
});

test.each([
  ["http://127.0.0.1:7890", URL_NOW],
  [" http://localhost:7891/ ", "http://localhost:7891"],
  ["http://[::1]:80", "http://[::1]"],
])("%s is accepted", (typed, url) => expect(checkServerUrl(typed)).toEqual({ url }));

test.each([
  ["", "Not a valid address"],
  ["127.0.0.1:7890", "Not a valid address"],
  ["https://127.0.0.1:7890", "must start with http://"],
  ["http://example.com:7890", "must be on this machine"],
  ["http://127.0.0.1.evil.example", "must be on this machine"],
  ["http://u:p@127.0.0.1:7890", "everything after the port"],
  ["http://127.0.0.1:7890/path", "everything after the port"],
])("%s is refused", (typed, why) => {
  expect(checkServerUrl(typed)).toEqual({ error: expect.stringContaining(why) });
});
