// @vitest-environment jsdom
// A script in the page: its value as JSON text, its error, its end at the deadline, what it leaves behind.
import { afterEach, expect, test, vi } from "vitest";
import type { DeadlineGuard, End } from "../../../src/page/pilot/deadlineGuard.js";
import type { Start } from "../../../src/page/pilot/runScript.js";
import type { RunOutcome } from "../../../src/shared/pilotRun.js";
import { bySyntax } from "../bySyntax.js";

vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
// After the timers are fake: the natives are taken when the module is loaded.
const { RESULT_CHARS } = await import("../../../src/page/pilot/resultJson.js");
const runner = await import("../../../src/page/pilot/runScript.js");

const TIMEOUT_MS = 1_000;

afterEach(() => void vi.clearAllTimers());

function run(start: Start, onEnd: (end: (why: End) => void) => void = () => undefined): Promise<RunOutcome> {
  return new Promise((done) => onEnd(runner.runScript(TIMEOUT_MS, start, bySyntax().settle, done)));
}

async function shown(value: unknown): Promise<unknown> {
  const outcome = await run(async () => value);
  if (outcome.kind !== "returned") return outcome;
  return "json" in outcome ? JSON.parse(outcome.json) : outcome.value;
}

/** What the worker puts into loops. */
function check(guard: DeadlineGuard): void {
  if (--guard.n < 0) guard.t();
}

test.each([
  [2, 2],
  [undefined, null],
  [{ deep: [1, { x: "y" }] }, { deep: [1, { x: "y" }] }],
  [5n, "5n"],
  [Number.NaN, "NaN"],
  [new Error("bad"), expect.anything()],
  [new Set([1]), expect.anything()],
])("%o is returned as %o", async (value, expected) => {
  expect(await shown(value)).toEqual(expected);
});

test("a cycle, a node and a proxy that throws are shown, not followed", async () => {
  const cycle: Record<string, unknown> = { node: document.createElement("h1") };
  cycle.self = cycle;
  cycle.trap = new Proxy(
    {},
    {
      getPrototypeOf: () => {
        throw new Error("no");
      },
    },
  );
  expect(await shown(cycle)).toMatchObject({ self: "[Circular]", trap: expect.stringContaining("Throws") });
});

test("a result is truncated at its bound and says so", async () => {
  const outcome = await run(async () => Array(500).fill("x".repeat(1_000)));
  expect(outcome).toMatchObject({ kind: "returned", json: expect.stringMatching(/"…\[\+46\d items\]"\]$/) });
  expect((outcome as { json: string }).json.length).toBeLessThan(RESULT_CHARS + 2_000);
});

test("the deadline covers the writing of the result", async () => {
  const slow = { a: 0 };
  const read = vi.fn(() => vi.advanceTimersByTime(100));
  for (let i = 0; i < 100; i++) Object.defineProperty(slow, `k${i}`, { enumerable: true, get: read });
  expect(await shown(slow)).toMatchObject({ kind: "timeout" });
  expect(read.mock.calls.length).toBeLessThan(12);
});

test("a thrown error is reported with its name, its message and its stack", async () => {
  const outcome = await run(async () => {
    throw new TypeError("test");
  });
  expect(outcome).toMatchObject({
    kind: "thrown",
    error: "TypeError: test",
    stack: expect.stringContaining("test"),
  });
});

test("what never settles ends at the deadline, and nothing of it runs on", async () => {
  let guard: DeadlineGuard | undefined;
  const ended = run((given) => {
    guard = given;
    return new Promise(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await ended).toMatchObject({ kind: "timeout" });
  expect(() => check(guard as DeadlineGuard)).toThrow("timed out");
  expect(() => check(guard as DeadlineGuard)).toThrow("timed out");
});

test("a loop meets the deadline by the clock, and catching it does not help", async () => {
  const outcome = await run(async (guard) => {
    try {
      for (;;) {
        vi.advanceTimersByTime(100);
        check(guard);
      }
    } catch {
      return "caught";
    }
  });
  expect(outcome).toMatchObject({ kind: "timeout" });
});

test("it can be ended before its time, and that is its only outcome", async () => {
  let end: (why: End) => void = () => undefined;
  const done = vi.fn();
  const ended = run(
    () => new Promise(() => undefined),
    (given) => {
      end = given;
    },
  ).then(done);
  end("stopped");
  end("timeout");
  await ended;
  await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
  expect(done.mock.calls).toMatchObject([[{ kind: "stopped" }]]);
});

test("what is left behind has its time in each task, again and again", async () => {
  let guard: DeadlineGuard | undefined;
  await run(async (given) => {
    guard = given;
  });
  for (let task = 0; task < 3; task++) {
    await vi.advanceTimersByTimeAsync(2_000);
    expect(() => check(guard as DeadlineGuard)).not.toThrow();
  }
});

test("a page that says what promises are made of is not asked", async () => {
  const species = vi.spyOn(Promise, Symbol.species as never, "get").mockImplementation(() => {
    throw new Error("no");
  });
  const ended = run(async () => 1);
  species.mockRestore();
  expect(await ended).toMatchObject({ kind: "returned", value: 1 });
});
