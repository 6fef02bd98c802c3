// @vitest-environment jsdom
// When events leave the page: at once when idle, in chunks under load, filtered when the settings come late.
import { beforeEach, expect, test, vi } from "vitest";
import type { Chunk, Dropped } from "../../../src/shared/messages.js";

vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
// After the timers are fake: the natives are taken when the module is loaded.
const { CHUNK_CHARS, MAX_CHUNK_ENTRIES, MAX_EARLY_CHUNKS } = await import(
  "../../../src/page/core/earlyEvents.js"
);
const { BATCH_DELAY_MAX_MS, BATCH_DELAY_MS, CHUNK_INTERVAL_MS, CHUNKS_HELD, CHUNKS_JOINED, createOutbox } =
  await import("../../../src/page/core/outbox.js");

let handed: { chunks: Chunk[]; dropped: Dropped; isEarly: boolean }[];
let isHeard: boolean;
let outbox: ReturnType<typeof createOutbox>;

beforeEach(() => {
  vi.clearAllTimers();
  handed = [];
  isHeard = false;
  outbox = createOutbox(
    (chunks, dropped, isEarly) => handed.push({ chunks, dropped, isEarly }),
    () => isHeard,
  );
});

const eventsOf = (stream: string) =>
  handed.flatMap(({ chunks }) =>
    chunks.filter((chunk) => chunk.stream === stream).flatMap((chunk) => JSON.parse(`[${chunk.events}]`)),
  );

// SEND-05
test("the first event of an idle page leaves in a microtask", async () => {
  outbox.open("all");
  outbox.emit("logs", "1");
  expect(handed).toEqual([]);
  await Promise.resolve();
  expect(eventsOf("logs")).toEqual([1]);
});

// SEND-05
test("what follows shortly after is batched", async () => {
  outbox.open("all");
  outbox.emit("logs", "1");
  await Promise.resolve();
  outbox.emit("logs", "2");
  outbox.emit("network", "3");
  await Promise.resolve();
  expect(handed).toHaveLength(1);
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  expect(handed).toHaveLength(2);
  expect([eventsOf("logs"), eventsOf("network")]).toEqual([[1, 2], [3]]);
});

test("while a load lasts the batches become larger, and an error does not wait for that", async () => {
  outbox.open("all");
  let elapsedMs = 0;
  const handedAt: number[] = [];
  for (; elapsedMs < 10 * BATCH_DELAY_MAX_MS; elapsedMs += 10) {
    const before = handed.length;
    outbox.emit("logs", "1");
    await Promise.resolve();
    vi.advanceTimersByTime(10);
    if (handed.length > before) handedAt.push(elapsedMs);
  }
  const gaps = handedAt.map((at, i) => at - (handedAt[i - 1] ?? 0));
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(BATCH_DELAY_MAX_MS - 10);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(BATCH_DELAY_MAX_MS + 10);
  expect(gaps.slice(1)).toEqual([...gaps.slice(1)].sort((a, b) => a - b));
  const before = handed.length;
  outbox.emit("logs", "2", "error", 1);
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  expect(handed.length).toBeGreaterThan(before);
  expect(eventsOf("logs").at(-1)).toBe(2);
});

test("after a quiet while the first batch under load is quick again", async () => {
  outbox.open("all");
  for (let i = 0; i < 100; i++) {
    outbox.emit("logs", "1");
    await Promise.resolve();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(2 * BATCH_DELAY_MAX_MS);
  outbox.emit("logs", "2");
  await Promise.resolve();
  expect(eventsOf("logs").at(-1)).toBe(2);
  outbox.emit("logs", "3");
  await Promise.resolve();
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  expect(eventsOf("logs").at(-1)).toBe(3);
});

test("a page is idle again after a quiet while", async () => {
  outbox.open("all");
  outbox.emit("logs", "1");
  await Promise.resolve();
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  outbox.emit("logs", "2");
  await Promise.resolve();
  expect(handed).toHaveLength(2);
});

test("a page that never yields hands over full chunks synchronously", () => {
  outbox.open("all");
  for (let i = 0; i < MAX_CHUNK_ENTRIES; i++) outbox.emit("logs", `${i}`);
  expect(eventsOf("logs")).toHaveLength(MAX_CHUNK_ENTRIES);
  vi.advanceTimersByTime(CHUNK_INTERVAL_MS);
  outbox.emit("logs", JSON.stringify("x".repeat(CHUNK_CHARS)));
  expect(handed).toHaveLength(2);
});

test("full chunks that follow each other fast become one, up to a bound", () => {
  outbox.open("all");
  const joined = CHUNKS_JOINED * MAX_CHUNK_ENTRIES;
  const total = MAX_CHUNK_ENTRIES + 2 * CHUNKS_HELD * joined;
  for (let i = 0; i < total; i++) outbox.emit("logs", `${i}`);
  expect(eventsOf("logs")).toHaveLength(total);
  expect(eventsOf("logs")).toEqual(Array.from({ length: total }, (_, i) => i));
  expect(handed.map(({ chunks }) => chunks.map(({ count }) => count))).toEqual([
    [MAX_CHUNK_ENTRIES],
    Array(CHUNKS_HELD).fill(joined),
    Array(CHUNKS_HELD).fill(joined),
  ]);
  outbox.emit("logs", JSON.stringify("x".repeat(CHUNKS_HELD * CHUNKS_JOINED * CHUNK_CHARS)));
  expect(handed).toHaveLength(4);
});

test("a chunk that became full long after the last one leaves at once, alone", () => {
  outbox.open("all");
  for (let i = 0; i < MAX_CHUNK_ENTRIES + 1; i++) outbox.emit("logs", `${i}`);
  vi.advanceTimersByTime(CHUNK_INTERVAL_MS);
  for (let i = 0; i < MAX_CHUNK_ENTRIES - 1; i++) outbox.emit("logs", `${i}`);
  expect(handed.map(({ chunks }) => chunks[0]?.count)).toEqual([MAX_CHUNK_ENTRIES, MAX_CHUNK_ENTRIES]);
});

test("nothing leaves before the settings are known, and the level decides what does then", () => {
  outbox.emit("logs", '"log"', "log");
  outbox.emit("logs", '"warn"', "warn");
  outbox.emit("logs", '"error"', "error");
  outbox.emit("logs", '"exception"');
  outbox.emit("network", '"timing"');
  outbox.flush();
  expect(handed).toEqual([]);
  outbox.open("warnings");
  outbox.flush();
  expect([eventsOf("logs"), eventsOf("network")]).toEqual([["warn", "error", "exception"], ["timing"]]);
});

test("settings that are late cost the oldest events, which are counted", () => {
  const total = (MAX_EARLY_CHUNKS + 1) * MAX_CHUNK_ENTRIES;
  for (let i = 0; i < total; i++) outbox.emit("logs", `${i}`, "log");
  outbox.open("all");
  outbox.flush();
  expect(eventsOf("logs").at(0)).toBe(MAX_CHUNK_ENTRIES);
  expect(eventsOf("logs").at(-1)).toBe(total - 1);
  expect(handed.map(({ dropped }) => dropped.early_events ?? 0).reduce((a, b) => a + b)).toBe(
    MAX_CHUNK_ENTRIES,
  );
});

test("events before the settings leave in a microtask, marked, if there is a receiver", async () => {
  outbox.emit("logs", '"log"', "log");
  await Promise.resolve();
  expect(handed).toEqual([]);
  isHeard = true;
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  expect(handed.map(({ isEarly }) => isEarly)).toEqual([true]);
  outbox.open("all");
  outbox.emit("logs", '"later"', "log");
  outbox.flush();
  expect(handed.map(({ isEarly }) => isEarly)).toEqual([true, false]);
  expect(eventsOf("logs")).toEqual(["log", "later"]);
});

test("a page that leaves before the settings came hands over everything, and holds again", () => {
  isHeard = true;
  outbox.emit("logs", '"log"', "log");
  outbox.leave();
  outbox.leave();
  expect(handed).toHaveLength(1);
  outbox.emit("logs", '"back"', "log");
  outbox.flush();
  expect(eventsOf("logs")).toEqual(["log"]);
});

test("a site that is not captured hands over nothing when it is left", () => {
  outbox.emit("logs", "1");
  outbox.close();
  outbox.leave();
  expect(handed).toEqual([]);
});

test("a site that is not captured sends nothing of what was held, nor anything later", () => {
  outbox.emit("logs", "1");
  outbox.close();
  outbox.emit("logs", "2");
  outbox.flush();
  expect(handed).toEqual([]);
});

test("what was captured before a site is switched off still leaves", () => {
  outbox.open("all");
  outbox.emit("logs", "1");
  outbox.close();
  expect(eventsOf("logs")).toEqual([1]);
});

test("losses leave even without events", async () => {
  outbox.open("all");
  outbox.drop("recorder_fetch", 1);
  await Promise.resolve();
  expect(handed).toEqual([
    { chunks: [], dropped: expect.objectContaining({ recorder_fetch: 1 }), isEarly: false },
  ]);
});
