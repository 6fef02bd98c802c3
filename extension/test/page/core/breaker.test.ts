// @vitest-environment jsdom
// A recorder's breaker: opens for repeated failures, never for a stack overflow, and closes by itself.
import { beforeEach, expect, test, vi } from "vitest";
import { RECORDER_REST_MS } from "../../../src/generated/limits.js";
import {
  type Breaker,
  createBreaker,
  RECORDER_FAILURES,
  RECORDER_FAILURES_MS,
} from "../../../src/page/core/breaker.js";

const clock = vi.hoisted(() => ({ ms: 0 }));
vi.mock("../../../src/page/core/natives.js", async (original) => ({
  ...(await original<object>()),
  now: () => clock.ms,
}));

let drop = vi.fn();
let breaker: Breaker;

beforeEach(() => {
  clock.ms = 1_000_000;
  drop = vi.fn();
  breaker = createBreaker("console", drop);
});

function fail(times: number, error: unknown = new Error("ours")): void {
  for (let i = 0; i < times; i++) breaker.failed(error);
}

test("repeated failures in a short time open it, and health can show that", () => {
  fail(RECORDER_FAILURES - 1);
  expect(breaker.skips()).toBe(false);
  fail(1);
  expect(breaker.skips()).toBe(true);
  expect(drop.mock.calls.filter(([name]) => name === "breaker_console")).toEqual([["breaker_console", 1]]);
  expect(drop.mock.calls.filter(([name]) => name === "recorder_console")).toHaveLength(RECORDER_FAILURES);
});

// PAGE-04
test("it closes by itself after its rest", () => {
  fail(RECORDER_FAILURES);
  clock.ms += RECORDER_REST_MS - 1;
  expect(breaker.skips()).toBe(true);
  clock.ms += 1;
  expect(breaker.skips()).toBe(false);
});

test("what it skips is counted before the next answer", () => {
  fail(RECORDER_FAILURES);
  drop.mockClear();
  breaker.skips();
  breaker.skips();
  breaker.report();
  breaker.report();
  expect(drop.mock.calls).toEqual([["recorder_console", 2]]);
});

test("failures now and then never open it", () => {
  for (let i = 0; i < 5 * RECORDER_FAILURES; i++) {
    fail(1);
    clock.ms += RECORDER_FAILURES_MS / (RECORDER_FAILURES - 1);
    expect(breaker.skips()).toBe(false);
  }
});

test("a stack overflow never opens it", () => {
  fail(5 * RECORDER_FAILURES, new RangeError("Maximum call stack size exceeded"));
  expect(breaker.skips()).toBe(false);
  expect(drop).toHaveBeenCalledTimes(5 * RECORDER_FAILURES);
});

test.each([() => undefined, () => "text", revoked])(
  "a failure may be anything that can be thrown",
  (make) => {
    breaker.failed(make());
    expect(drop).toHaveBeenCalledExactlyOnceWith("recorder_console", 1);
  },
);

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
