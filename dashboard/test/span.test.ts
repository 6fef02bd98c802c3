// The part of time that the timeline shows, and its marks.
import { expect, test } from "vitest";
import type { Row } from "../src/generated/views.js";
import { completeSpan, isWithin, newestSpan, pan, zoom } from "../src/views/timeline/span.js";
import { ticks } from "../src/views/timeline/ticks.js";

const HOUR = 3_600_000;

function at(time: number, duration?: number): Row {
  return {
    ref: String(time),
    kind: "console",
    at: time,
    text: "",
    ...(duration === undefined ? {} : { duration }),
  };
}

test("zooming keeps the moment under the pointer where it is", () => {
  expect(zoom({ from: 0, to: 1_000 }, 0.5, 250)).toEqual({ from: 125, to: 625 });
  expect(zoom({ from: 0, to: 1_000 }, 2)).toEqual({ from: -500, to: 1_500 });
});

test("zooming ends at what can be seen", () => {
  const { from, to } = zoom({ from: 0, to: 25 }, 0.001);
  expect(to - from).toBeCloseTo(20);
  const wide = zoom({ from: 0, to: 400 * 24 * HOUR }, 2);
  expect(wide.to - wide.from).toBe(7 * 24 * HOUR);
});

test("panning moves both ends", () => expect(pan({ from: 1, to: 2 }, 5)).toEqual({ from: 6, to: 7 }));

test("what began before and ended within is within", () => {
  expect(isWithin(at(0, 15), { from: 10, to: 20 })).toBe(true);
  expect(isWithin(at(0), { from: 10, to: 20 })).toBe(false);
  expect(isWithin(at(21), { from: 10, to: 20 })).toBe(false);
});

test("until the person zooms, the newest minutes are shown, and everything on demand", () => {
  const rows = [at(0), at(5 * HOUR), at(5 * HOUR + 1_000)];
  const newest = newestSpan(rows);
  expect(newest.from).toBeGreaterThan(4 * HOUR);
  expect(newest.to).toBeGreaterThan(5 * HOUR + 1_000);
  expect(completeSpan(rows).from).toBeLessThan(0);
});

test("one event alone is in the picture", () => {
  const { from, to } = newestSpan([at(1_000_000)]);
  expect(from).toBeLessThan(1_000_000);
  expect(to).toBeGreaterThan(1_000_000);
});

test.each([50, 1_000, 60_000, 6 * HOUR, 100 * HOUR])(
  "over %d ms there are a few marks at round times",
  (width) => {
    const start = Date.UTC(2026, 0, 31, 12, 0, 3, 7);
    const marks = ticks({ from: start, to: start + width }, 1_000);
    expect(marks.length).toBeGreaterThanOrEqual(1);
    expect(marks.length).toBeLessThanOrEqual(11);
    expect(new Set(marks.map(({ words }) => words)).size).toBe(marks.length);
  },
);
