// @vitest-environment jsdom
// WebSockets in the page: what is counted, what is sent on under load, how a status reads.
import { beforeEach, expect, test, vi } from "vitest";
import { MAX_WEBSOCKET_CONNECTIONS } from "../../../src/generated/limits.js";

vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
// After the timers are fake: the natives are taken when the module is loaded.
const { WEBSOCKET_BURST, WEBSOCKET_FIRST_MESSAGES, WEBSOCKET_STATUS_MS, WebSockets } = await import(
  "../../../src/page/websocket/webSockets.js"
);
const { createTokenBucket } = await import("../../../src/page/core/tokenBucket.js");
const { MessageShapes } = await import("../../../src/page/websocket/messageShapes.js");
const { MessageCounts } = await import("../../../src/page/websocket/messageCounts.js");
const { measureUtf8 } = await import("../../../src/page/core/measureUtf8.js");
const { readMessage } = await import("../../../src/page/websocket/readMessage.js");

type Json = Record<string, unknown>;
let emitted: { stream: string; event: Json }[];
let sockets: InstanceType<typeof WebSockets>;

beforeEach(() => {
  vi.clearAllTimers();
  vi.setSystemTime(1_000_000_000_000);
  emitted = [];
  sockets = new WebSockets({
    emit: (stream, event) => void emitted.push({ stream, event: JSON.parse(event) }),
  });
});

const of = (stream: string) => emitted.filter((one) => one.stream === stream).map((one) => one.event);
const events = () => of("websocket_events");
const status = () => of("websocket_status").at(-1);
const open = (name = "a") => {
  const connection = sockets.add(new WeakRef({} as WebSocket), `ws://x/${name}`, Date.now(), "");
  sockets.opened(connection, Date.now());
  return connection;
};
const hear = (connection: ReturnType<typeof open>, text: string) =>
  sockets.message(connection, readMessage("incoming", text));

test("under load messages are left out and said to be, and the newest comes with the next report", () => {
  const connection = open();
  const count = WEBSOCKET_FIRST_MESSAGES + WEBSOCKET_BURST + 100;
  for (let i = 0; i < count; i++) hear(connection, `${i}`);
  const sent = events().length;
  expect(sent).toBe(1 + WEBSOCKET_FIRST_MESSAGES + WEBSOCKET_BURST);
  vi.advanceTimersByTime(WEBSOCKET_STATUS_MS);
  expect(events().slice(sent)).toMatchObject([{ data: `${count - 1}`, sampled: 99 }]);
  expect(status()).toMatchObject({ incoming: { total: count, counts: [count, 0, 0, 0, 0] } });
});

test("first messages and those of a new shape are sent on in any case", () => {
  const noisy = open("noisy");
  for (let i = 0; i < 2 * WEBSOCKET_BURST; i++) hear(noisy, '{"tick":1}');
  const quiet = open("quiet");
  for (let i = 0; i < WEBSOCKET_FIRST_MESSAGES; i++) hear(quiet, `${i}`);
  expect(events().filter((event) => event.id === quiet.id && event.event === "message")).toHaveLength(
    WEBSOCKET_FIRST_MESSAGES,
  );
  const before = events().length;
  hear(noisy, '{"alarm":1,"tick":2}');
  hear(noisy, '{"tick":3,"alarm":4}');
  expect(events().slice(before)).toMatchObject([
    { data: '{"alarm":1,"tick":2}', sampled: expect.any(Number) },
  ]);
});

test.each([
  ["a key of its own", (i: number) => `{"tick":${i}}`, '{"alarm":1}'],
  ["a type of its own", (i: number) => `{"type":"tick","at":${i}}`, '{"type":"stop","by":1}'],
  ["another length", (i: number) => `{"id":${i},"tick":1}`, '{"id":1,"reason":"overload"}'],
])("in a flood of messages alike, a rare one with %s is sent on", (_, common, rare) => {
  const connection = open();
  for (let i = 0; i < 5 * WEBSOCKET_BURST; i++) hear(connection, common(i));
  const before = events().length;
  hear(connection, rare);
  expect(events().slice(before)).toMatchObject([{ data: rare }]);
  vi.advanceTimersByTime(WEBSOCKET_STATUS_MS);
  expect(status()).toMatchObject({ jsonMessages: 5 * WEBSOCKET_BURST + 1 });
});

test("a close comes after the last message, also if that was held back", () => {
  const connection = open();
  for (let i = 0; i < 2 * WEBSOCKET_BURST; i++) hear(connection, `${i}`);
  sockets.closed(connection, 1000, "bye", Date.now());
  const [message, close] = events().slice(-2);
  expect(message).toMatchObject({ data: `${2 * WEBSOCKET_BURST - 1}` });
  expect(close).toMatchObject({ event: "close", code: 1000, reason: "bye" });
  expect(close).not.toHaveProperty("sampled");
});

test("statuses are sent together, and not without a change", () => {
  const connection = open();
  hear(connection, "1");
  hear(connection, "2");
  expect(status()).toBeUndefined();
  vi.advanceTimersByTime(WEBSOCKET_STATUS_MS);
  vi.advanceTimersByTime(10 * WEBSOCKET_STATUS_MS);
  expect(of("websocket_status")).toHaveLength(1);
});

test("the oldest of too many connections is not tracked any more, its messages still are events", () => {
  const all = Array.from({ length: MAX_WEBSOCKET_CONNECTIONS + 1 }, (_, i) => open(`${i}`));
  sockets.report();
  expect(of("websocket_status").map((one) => one.url)).toEqual(all.slice(1).map((_, i) => `ws://x/${i + 1}`));
  hear(all[0] as never, "still here");
  expect(events().at(-1)).toMatchObject({ url: "ws://x/0", data: "still here" });
});

test("leaving closes what is open, and nothing closes twice", () => {
  const connection = open();
  sockets.leave(Date.now());
  sockets.closed(connection, 1006, "", Date.now());
  expect(events().map((event) => [event.event, event.code])).toEqual([
    ["open", undefined],
    ["close", 1001],
  ]);
});

test("changes while recording was off are seen when it continues", () => {
  open("a");
  open("b");
  sockets.resume((socket) => (socket === undefined ? "open" : "closed"), Date.now());
  sockets.report();
  expect(of("websocket_status").map(({ state, closeCode }) => [state, closeCode])).toEqual([
    ["closed", null],
    ["closed", null],
  ]);
});

test.each([
  ["", 0],
  ["abc", 3],
  ["é€😀", 9],
  ["x".repeat(5_000), 5_000],
  ["😀".repeat(50_000), 200_000],
  [`x${"😀".repeat(50_000)}`, 200_001],
  ["\ud800", 3],
])("a text has the length that it has on the wire", (text, bytes) => {
  expect(measureUtf8(text).bytes).toBe(bytes);
});

test("a token bucket is spent at once and refills with time", () => {
  const take = createTokenBucket(2, 10);
  expect([1, 1, 1].map((n) => take(n, 5_000))).toEqual([true, true, false]);
  expect([take(1, 5_099), take(1, 5_100)]).toEqual([false, true]);
  expect(take(1, 4_000)).toBe(false);
  expect(take(2, 60_000)).toBe(true);
});

test("shapes are sets of keys of JSON objects, and nothing else is one", () => {
  const shapes = new MessageShapes();
  const isNew = ['{"a":1,"b":2}', '{"b":3,"a":4}', '{"a":{"c":1}}', "[1]", "{broken", "text", ""].map(
    (text) => shapes.isNew("incoming", text, 0),
  );
  expect(isNew).toEqual([true, false, true, false, false, false, false]);
  expect(shapes.isNew("outgoing", '{"a":1,"b":2}', 0)).toBe(true);
  expect([shapes.count, shapes.keysJson()]).toEqual([4, '["a","b"]']);
});

test("bytes are those on the wire, whether texts are measured one by one or many at once", () => {
  const counts = new MessageCounts();
  const texts = ["é€😀", "x".repeat(20_000), "\ud83d", "\ude00", ""];
  for (const text of texts) counts.add(text, null, 1_000);
  counts.add("[Binary: 7 bytes]", 7, 1_000);
  const bytes = 9 + 20_000 + 3 + 3 + 0 + 7;
  expect(JSON.parse(counts.toJson())).toMatchObject({ total: 6, bytes });
  counts.add("ab", null, 1_000);
  expect(JSON.parse(counts.toJson())).toMatchObject({ total: 7, bytes: bytes + 2 });
});

test("a shape that comes again is recognized, also when two alternate and when both directions share it", () => {
  const shapes = new MessageShapes();
  const texts = ['{"a":1}', '{"a":1,"b":2}', '{"a":2}', '{"a":3,"b":4}', '{"b":1}'];
  expect(texts.map((text) => shapes.isNew("incoming", text, 0))).toEqual([true, true, false, false, true]);
  expect(texts.map((text) => shapes.isNew("outgoing", text, 0))).toEqual([true, true, false, false, true]);
  expect(shapes.count).toBe(10);
});

test("seconds without a message count as none", () => {
  const counts = new MessageCounts();
  expect(counts.toJson()).toBe("{}");
  for (const ms of [1_000, 1_900, 3_500, 9_999]) counts.add("x", 1, ms);
  expect(JSON.parse(counts.toJson())).toMatchObject({ total: 4, second: 9, counts: [1, 0, 0, 0, 0] });
  counts.add("y".repeat(500), 500, 10_000);
  expect(JSON.parse(counts.toJson())).toMatchObject({ bytes: 504, second: 10, counts: [1, 1, 0, 0, 0] });
});
