// What Firefox writes differently in the worker. The samples are copied from Firefox 153.
import { expect, test } from "vitest";
import { isScreenshotRefused, tabProblemIn } from "../../src/platform/firefox/worker/apiErrors.js";
import { addressIn, isFrameLine } from "../../src/platform/firefox/worker/stackLines.js";

test.each([
  ["Cart.prototype.add@http://127.0.0.1:33553/a.js:2:56", "http://127.0.0.1:33553/a.js"],
  ["@http://127.0.0.1:33553/app/[id]/page.js:6:11", "http://127.0.0.1:33553/app/[id]/page.js"],
  ["async*save@http://127.0.0.1:33553/a.js:4:43", "http://127.0.0.1:33553/a.js"],
  ["http@http://127.0.0.1:33553/@vite/client:4:43", "http://127.0.0.1:33553/@vite/client"],
])("%s is a place in %s", (frame, address) => {
  expect(isFrameLine(frame)).toBe(true);
  expect(addressIn(frame)).toBe(address);
});

test("Firefox's messages about tabs are understood", () => {
  expect(tabProblemIn("Invalid tab ID: 4711")).toBe("closed");
  expect(tabProblemIn("Missing host permission for the tab")).toBe("not_captured");
  expect(tabProblemIn("Something else")).toBeNull();
  expect(isScreenshotRefused("Error: Missing activeTab permission")).toBe(true);
});
