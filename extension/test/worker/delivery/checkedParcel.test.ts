// Parcels of pages: the text is a list of events, and where they come from is the browser's to say.
import { expect, test } from "vitest";
import type { Parcel } from "../../../src/shared/messages.js";
import { checkedParcel } from "../../../src/worker/delivery/checkedParcel.js";

const FRAME = { origin: "http://localhost:3000", url: "http://localhost:3000/cart" };

function check(stream: Parcel["stream"], event: object, frame = FRAME): unknown {
  const events = JSON.stringify(event);
  const parcel = checkedParcel({ client: "c", seq: 1, stream, events, count: 1, errors: 0 }, frame);
  return parcel && JSON.parse(parcel.events);
}

test.each([
  ["logs", { type: "console", url: "http://localhost:3000/other#x" }],
  ["logs", { type: "network", url: "https://api.test/", pageUrl: "http://localhost:3000/" }],
  ["network", { url: "https://api.test/" }],
  ["websocket_status", { id: "1", url: "wss://api.test/" }],
] as const)("an honest event of %s stays as it is", (stream, event) => {
  expect(check(stream, event)).toEqual(event);
});

test.each([
  ["logs", { type: "console", url: "https://bank.example/" }, { type: "console", url: FRAME.url }],
  ["logs", { type: "network", url: "x", pageUrl: 5 }, { type: "network", url: "x", pageUrl: FRAME.url }],
  ["network_bodies", { url: "x", pageUrl: "https://bank.example/" }, { url: "x", pageUrl: FRAME.url }],
  ["actions", { type: "dialog", url: "javascript:1" }, { type: "dialog", url: FRAME.url }],
  ["websocket_status", { id: "1", tabId: 7, _untrustedFrame: false }, { id: "1" }],
  ["logs", { _screenshot: "/etc/passwd", _sourceSnippets: [], _aiContext: {}, tabId: 1, a: 1 }, { a: 1 }],
] as const)("what an event of %s says about its origin is corrected", (stream, event, corrected) => {
  expect(check(stream, event)).toEqual(corrected);
});

test("a frame with an opaque origin has only its own address", () => {
  const frame = { origin: "null", url: "data:text/html,x" };
  expect(check("logs", { url: "data:text/html,other" }, frame)).toEqual({ url: frame.url });
});

test.each([
  ['{"a":1}', 2],
  ['{"a":1}],"client":"x","entries":[{"a":1}', 1],
  ["1", 1],
  ["null", 1],
  ["{", 1],
])("text that is not so many events does not go on: %s", (events, count) => {
  expect(checkedParcel({ client: "c", seq: 1, stream: "logs", events, count, errors: 0 }, FRAME)).toBeNull();
});
