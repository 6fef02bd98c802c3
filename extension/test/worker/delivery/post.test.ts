// One parcel as one request: its body, and what a status means.
import { expect, test } from "vitest";
import { bodyOf, meaningOf } from "../../../src/worker/delivery/post.js";
import { parcel } from "../fakes.js";

test("the body is the text of the events and the worker's envelope", () => {
  const body = bodyOf(7, parcel(3, { events: '{"a":1},{"a":2}', dropped: { page: 2 } }));
  expect(JSON.parse(body)).toEqual({
    entries: [{ a: 1 }, { a: 2 }],
    client: "doc",
    seq: 3,
    tabId: 7,
    dropped: { page: 2 },
  });
});

test("a waterfall parcel has its own field", () => {
  expect(Object.keys(JSON.parse(bodyOf(7, parcel(0, { stream: "network" }))))).toContain("requests");
});

test("text that closes the list early cannot change the tab", () => {
  const body = bodyOf(7, parcel(0, { events: '{}],"tabId":99,"more":[' }));
  expect(JSON.parse(body).tabId).toBe(7);
});

test.each([
  [200, "acknowledged"],
  [204, "acknowledged"],
  [400, "rejected"],
  [404, "rejected"],
  [413, "rejected"],
  [415, "rejected"],
  [422, "rejected"],
  [401, "unpaired"],
  [403, "unpaired"],
  [429, "busy"],
  [500, "server_error"],
  [503, "server_error"],
])("status %i means %s", (status, kind) => {
  expect(meaningOf(status, null).kind).toBe(kind);
});

test.each([
  ["2", 2000],
  ["0.5", 500],
  [null, 1000],
  ["soon", 1000],
  ["-1", 1000],
  ["86400", 60_000],
])("Retry-After %s waits %i ms", (header, waitMs) => {
  expect(meaningOf(429, header)).toEqual({ kind: "busy", waitMs });
});
