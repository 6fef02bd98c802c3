// The rows of the timeline: in order, each once, bounded.
import { expect, test } from "vitest";
import { RowLog } from "../src/feed/rowLog.js";
import { MAX_DASHBOARD_ROWS } from "../src/generated/limits.js";
import type { Row } from "../src/generated/views.js";

function row(ref: string, at: number, more: Partial<Row> = {}): Row {
  return { ref, kind: "console", at, text: ref, ...more };
}

function logOf(...batches: Row[][]): RowLog {
  const log = new RowLog();
  for (const batch of batches) log.add(batch);
  return log;
}

test("rows are in the order of their time, however they come", () => {
  const log = logOf([row("b", 2), row("a", 1)], [row("d", 4), row("c", 3), row("z", 0)]);
  expect(log.rows.map(({ ref }) => ref)).toEqual(["z", "a", "b", "c", "d"]);
});

test("a row that comes again replaces the one before, at its new time", () => {
  const log = logOf([row("a", 1), row("b", 2)], [row("a", 3, { count: 2 })]);
  expect(log.rows.map(({ ref, count }) => [ref, count])).toEqual([
    ["b", undefined],
    ["a", 2],
  ]);
});

test("of one that comes twice in a batch the later one counts", () => {
  expect(logOf([row("a", 1, { text: "old" }), row("a", 1, { text: "new" })]).rows).toEqual([
    row("a", 1, { text: "new" }),
  ]);
});

test("the oldest rows leave when there are too many, and may come again", () => {
  const many = Array.from({ length: MAX_DASHBOARD_ROWS }, (_, index) => row(`r${index}`, index));
  const log = logOf(many, [row("new", MAX_DASHBOARD_ROWS)]);
  expect([log.rows.length, log.rows[0]?.ref, log.rows.at(-1)?.ref]).toEqual([
    MAX_DASHBOARD_ROWS,
    "r1",
    "new",
  ]);
  log.add([row("r0", MAX_DASHBOARD_ROWS + 1)]);
  expect([log.rows.length, log.rows.at(-1)?.ref]).toEqual([MAX_DASHBOARD_ROWS, "r0"]);
});

test("rows that a caller holds do not change", () => {
  const log = logOf([row("a", 1)]);
  const held = log.rows;
  log.add([row("b", 2)]);
  expect(held.map(({ ref }) => ref)).toEqual(["a"]);
});

test.each(["__proto__", "constructor", "toString"])("a page may name its event %s", (ref) => {
  expect(logOf([row(ref, 1)], [row(ref, 2)]).rows).toEqual([row(ref, 2)]);
});

test("kinds that were cleared leave, and may come again", () => {
  const log = logOf([row("a", 1), row("b", 2, { kind: "action" })]);
  log.forget(new Set(["console"]));
  expect(log.rows.map(({ ref }) => ref)).toEqual(["b"]);
  log.add([row("a", 3)]);
  expect(log.rows.map(({ ref }) => ref)).toEqual(["b", "a"]);
});
