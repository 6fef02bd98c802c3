// What the page's world may say: everything else is dropped, whoever got hold of the node.
import { expect, test } from "vitest";
import { PAGE_MESSAGE_CHARS, readFromPage } from "../../src/content/fromPage.js";
import { STREAMS } from "../../src/generated/wire.js";

function chunks(chunk: object, events: string, dropped: unknown = {}): string {
  return `${JSON.stringify({ type: "chunks", chunks: [chunk], dropped })}\n${events}`;
}

test("only the streams that the page's world records pass", () => {
  const passed = Object.keys(STREAMS).filter((stream) => {
    const read = readFromPage(chunks({ stream, count: 1, errors: 0 }, '{"type":"click"}'));
    return read?.type === "chunks" && read.chunks.length > 0;
  });
  expect(passed).toEqual(["logs", "network", "network_bodies", "websocket_events", "websocket_status"]);
});

test("of user actions only dialogs pass, and only with their own fields", () => {
  const dialog = { type: "dialog", dialog: "confirm", accepted: true, selectors: { id: "x" }, tabId: 7 };
  const events = [{ type: "click" }, dialog, null, 1].map((event) => JSON.stringify(event)).join();
  expect(readFromPage(chunks({ stream: "actions", count: 4, errors: 3 }, events))).toMatchObject({
    chunks: [
      {
        stream: "actions",
        count: 1,
        errors: 0,
        events: '{"type":"dialog","dialog":"confirm","accepted":true}',
      },
    ],
  });
});

test("fields that the content script sets are not taken from the page", () => {
  const chunk = {
    stream: "logs",
    count: 1,
    errors: 0,
    client: "x",
    seq: 9,
    early: true,
    untrustedFrame: false,
  };
  expect(readFromPage(chunks(chunk, "{}"))).toEqual({
    type: "chunks",
    chunks: [{ stream: "logs", count: 1, errors: 0, events: "{}" }],
    dropped: {},
  });
});

test("losses count under the names of that world's bounds, in snake_case", () => {
  const dropped = {
    recorder_bodyReads: 2,
    early_events: 1,
    worker_queue: 5,
    recorder_x: -1,
    breaker_y: 1e300,
    "a b": 1,
    ["__proto__"]: 1,
  };
  expect(readFromPage(chunks({ stream: "logs", count: 0, errors: 0 }, "", dropped))).toMatchObject({
    dropped: { recorder_body_reads: 2, early_events: 1 },
  });
});

test.each([
  "",
  "null",
  "[]",
  "{",
  '{"type":"ran","id":"1","outcome":{"kind":"returned","json":"1"}}',
  '{"type":"chunks"}',
  '{"type":"flushed","id":5}',
  " ".repeat(PAGE_MESSAGE_CHARS + 1),
])("what that world never says is dropped: %.40s", (text) => {
  expect(readFromPage(text)).toBeNull();
});

test.each([-1, 1.5, 1e300, "1", null, undefined])(
  "a count is a whole number within its bound: %s",
  (count) => {
    expect(readFromPage(chunks({ stream: "logs", count, errors: 0 }, "{}"))).toMatchObject({ chunks: [] });
    expect(readFromPage(chunks({ stream: "logs", count: 1, errors: count }, "{}"))).toMatchObject({
      chunks: [],
    });
  },
);
