// Back-off: longer and longer, and soon again when there is news.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RECONNECT_MIN_MS, SERVER_SEARCH_MS } from "../../../src/shared/reconnect.js";
import { Backoff } from "../../../src/worker/server/backoff.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each wait is twice the last, up to the longest", () => {
  const times: number[] = [];
  const start = Date.now();
  const backoff = new Backoff(() => {
    times.push(Date.now() - start);
    backoff.failed();
  });
  backoff.failed();
  vi.advanceTimersByTime(20_000);
  const waits = times.map((time, at) => time - (times[at - 1] ?? 0));
  expect(waits.slice(0, 2)).toEqual([RECONNECT_MIN_MS, 2 * RECONNECT_MIN_MS]);
  expect(waits.at(-1)).toBe(SERVER_SEARCH_MS);
});

test("news bring the next try forward, never closer than the shortest wait", () => {
  const run = vi.fn();
  const backoff = new Backoff(run);
  for (let tries = 0; tries < 6; tries += 1) backoff.failed();
  for (let news = 0; news < 100; news += 1) backoff.nudge();
  vi.advanceTimersByTime(RECONNECT_MIN_MS - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

test("news without a planned try do nothing", () => {
  const run = vi.fn();
  new Backoff(run).nudge();
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
});

test("success cancels the planned try", () => {
  const run = vi.fn();
  const backoff = new Backoff(run);
  backoff.failed();
  backoff.succeeded();
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
});
