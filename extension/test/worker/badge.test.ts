// The badge: errors of the tab, a mark when the server is not reachable.
import { expect, test } from "vitest";
import { badgeOf } from "../../src/worker/badge.js";
import { ErrorCounts } from "../../src/worker/errorCounts.js";

const OFF = { enabled: false, isMarkHidden: false };
const ON = { enabled: true, isMarkHidden: false };
const CONNECTED = { state: "connected", version: "1" } as const;

test.each([
  [CONNECTED, 0, "", "Gasoline: no errors on this page"],
  [CONNECTED, 1, "1", "Gasoline: 1 error on this page"],
  [CONNECTED, 5000, "999+", "Gasoline: 5000 errors on this page"],
  [{ state: "connecting" } as const, 2, "2", "Gasoline: 2 errors on this page"],
  [{ state: "unreachable", reason: "" } as const, 2, "!", "Gasoline: can’t reach the server"],
  [{ state: "different_server" } as const, 0, "!", "Gasoline: unrecognized server; click to decide"],
])("%o with %i errors", (connection, errors, text, title) => {
  expect(badgeOf(connection, errors, OFF)).toMatchObject({ text, title });
});

test("errors count until the next document, and over a reconnection of the same one", () => {
  const counts = new ErrorCounts(() => undefined);
  counts.navigated(7, "a");
  counts.add(7, 2);
  counts.navigated(7, "a");
  counts.add(7, 1);
  expect(counts.of(7)).toBe(3);
  counts.navigated(7, "b");
  expect(counts.of(7)).toBe(0);
});

test("while the pilot is on the badge says so and still counts", () => {
  expect(badgeOf(CONNECTED, 0, ON)).toMatchObject({
    text: "AI",
    title: expect.stringContaining("AI Web Pilot is on"),
  });
  expect(badgeOf(CONNECTED, 3, ON).text).toBe("3");
});

test.each([0, 3])("with %i errors the badge says that the page hides the pilot's mark", (errors) => {
  expect(badgeOf(CONNECTED, errors, { enabled: true, isMarkHidden: true })).toMatchObject({
    text: "AI!",
    title: expect.stringContaining("this page hides its mark"),
  });
});
