// @vitest-environment jsdom
// A script's result: equal to JSON.stringify for what JSON can say, readable for the rest, bounded.
import { describe, expect, test, vi } from "vitest";
import { DeadlineGuard } from "../../../src/page/pilot/deadlineGuard.js";
import { RESULT_CHARS, RESULT_DEPTH, resultJson } from "../../../src/page/pilot/resultJson.js";

function written(value: unknown): unknown {
  return JSON.parse(resultJson(value, new DeadlineGuard(60_000)));
}

/** Reproducible values that JSON.stringify gives back: what differs between two runs is only the seed. */
class JsonValues {
  constructor(private state: number) {}

  value(depth = 0): unknown {
    const kinds = depth > 4 ? 5 : 9;
    switch (this.below(kinds)) {
      case 0:
        return null;
      case 1:
        return this.below(2) === 0;
      case 2:
        return (this.below(2_000_001) - 1_000_000) * 10 ** (this.below(40) - 20);
      case 3:
        return -0;
      case 4:
        return this.text();
      case 5:
        return this.list(() => this.value(depth + 1));
      case 6:
        return new Fields(this.entries(depth));
      case 7:
        return this.withGetters(this.entries(depth));
      default:
        return this.below(3) === 0 ? this.withToJson(depth) : Object.fromEntries(this.entries(depth));
    }
  }

  private withToJson(depth: number): unknown {
    const shown = this.value(depth + 1);
    return { hidden: 1, toJSON: (key: string) => ({ key, shown }) };
  }

  private withGetters(entries: [string, unknown][]): object {
    const object = this.below(2) === 0 ? {} : Object.create(null);
    for (const [key, value] of entries)
      Object.defineProperty(object, key, { enumerable: true, configurable: true, get: () => value });
    return this.below(2) === 0 ? object : new Proxy(object, {});
  }

  private entries(depth: number): [string, unknown][] {
    return this.list(() => [this.text(), this.value(depth + 1)]);
  }

  private text(): string {
    const alphabet = [
      "a",
      "Z",
      "0",
      '"',
      "\\",
      "\n",
      "\u0000",
      "\u2028",
      "é",
      "😀",
      "</script>",
      "__proto__",
    ];
    return this.list(() => alphabet[this.below(alphabet.length)]).join("");
  }

  private list<T>(make: () => T): T[] {
    return Array.from({ length: this.below(6) }, make);
  }

  private below(bound: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * bound);
  }
}

class Fields {
  constructor(entries: [string, unknown][]) {
    for (const [key, value] of entries)
      Object.defineProperty(this, key, { enumerable: true, configurable: true, value });
  }
  get computed() {
    return "not a field";
  }
}

test("for values that JSON can say, the result is what JSON.stringify gives", () => {
  let compared = 0;
  for (let seed = 0; seed < 3_000; seed++) {
    const value = new JsonValues(seed * 7_919).value();
    const json = JSON.stringify(value);
    if (json.length > RESULT_CHARS / 2) continue;
    compared++;
    expect(written(value), `seed ${seed}`).toEqual(JSON.parse(json));
  }
  expect(compared).toBeGreaterThan(2_500);
});

class Money {
  #cents = 500;
  currency = "EUR";
  get amount() {
    return this.#cents;
  }
}

class Index extends Map<string, number> {}

const shared = { once: 1 };

test.each<[string, unknown, unknown]>([
  [
    "a getter",
    {
      get user() {
        return { name: "Ada" };
      },
    },
    { user: { name: "Ada" } },
  ],
  ["a class instance", new Money(), { currency: "EUR" }],
  ["toJSON", { at: { toJSON: () => "noon" } }, { at: "noon" }],
  ["toJSON of a function", Object.assign(() => 1, { toJSON: () => "callable" }), "callable"],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["an invalid date", new Date(Number.NaN), "Invalid Date"],
  ["boxed primitives", [new Number(1), new String("s"), new Boolean(false)], [1, "s", false]],
  ["a regular expression", /a+/gi, "/a+/gi"],
  ["a map with text keys", new Map([["a", { b: 1 }]]), { a: { b: 1 } }],
  [
    "a map with other keys",
    new Map<unknown, unknown>([
      [1, "x"],
      ["1", "y"],
    ]),
    [
      [1, "x"],
      ["1", "y"],
    ],
  ],
  ["a class that extends Map", new Index([["a", 1]]), { a: 1 }],
  ["a set", new Set([1, "a"]), [1, "a"]],
  ["a typed array", new Float32Array([0.5, 2]), [0.5, 2]],
  ["a big typed array", new BigInt64Array([1n]), ["1n"]],
  ["a promise", [Promise.resolve()], ["[Promise]"]],
  ["an iterator", [new Map([[1, 2]]).keys()], ["[Map Iterator]"]],
  ["a value that is there twice", [shared, shared], [{ once: 1 }, { once: 1 }]],
  [
    "undefined, functions, symbols",
    { u: undefined, f() {}, s: Symbol("s") },
    { u: "[undefined]", f: "[Function f]", s: "Symbol(s)" },
  ],
  ["numbers that JSON lacks", [Number.NaN, -Infinity, 7n], ["NaN", "-Infinity", "7n"]],
  ["a hole in an array", Object.assign(Array(3), { 0: 1, 2: 3 }), [1, "[undefined]", 3]],
  [
    "a getter that throws",
    {
      get bad() {
        throw new Error("no");
      },
    },
    { bad: "[Throws: no]" },
  ],
  [
    "a toJSON that throws",
    {
      x: {
        toJSON() {
          throw new Error("no");
        },
      },
    },
    { x: "[Throws: no]" },
  ],
])("%s is readable", (_, value, expected) => {
  expect(written(value)).toEqual(expected);
});

test("a cycle is marked where it closes", () => {
  const order: Record<string, unknown> = { items: [] };
  (order.items as unknown[]).push({ order });
  expect(written(order)).toEqual({ items: [{ order: "[Circular]" }] });
});

test("a revoked proxy costs its own place only", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(written([1, proxy, 2])).toEqual([1, expect.stringContaining("Throws"), 2]);
});

test("an error has its message, its fields and its cause", () => {
  const error = Object.assign(new TypeError("bad", { cause: new Error("why") }), { status: 422 });
  expect(written(error)).toMatchObject({
    name: "TypeError",
    message: "bad",
    stack: expect.stringContaining("TypeError: bad"),
    cause: { message: "why" },
    status: 422,
  });
});

test("a map whose methods are overridden is read through them", () => {
  class Draft extends Map<string, number> {
    override *[Symbol.iterator](): MapIterator<[string, number]> {
      yield ["draft", 2];
    }
    override entries(): MapIterator<[string, number]> {
      return this[Symbol.iterator]();
    }
  }
  expect(written(new Draft([["base", 1]]))).toEqual({ draft: 2 });
});

describe("bounds", () => {
  test("a string may fill the result", () => {
    const text = "x".repeat(RESULT_CHARS - 10);
    expect(written(text)).toBe(text);
  });

  test.each<[string, unknown, RegExp]>([
    ["a string", "x".repeat(RESULT_CHARS * 2), /…\[\+\d+ chars\]"$/],
    ["a string of escapes", "\u0001".repeat(RESULT_CHARS), /…\[\+\d+ chars\]"$/],
    ["an array", Array(RESULT_CHARS).fill(0), /"…\[\+20001 items\]"\]$/],
    ["an array of empty arrays", Array(RESULT_CHARS).fill([]), /"…\[\+\d+ items\]"\]$/],
    [
      "an object",
      Object.fromEntries(
        Array(RESULT_CHARS)
          .fill(0)
          .map((_, i) => [`k${i}`, i]),
      ),
      /"…":"\[\+\d+ keys\]"\}$/,
    ],
    [
      "a set",
      new Set(
        Array(RESULT_CHARS)
          .fill(0)
          .map((_, i) => i),
      ),
      /"…\[\+\d+ items\]"\]$/,
    ],
    [
      "a map",
      new Map(
        Array(RESULT_CHARS)
          .fill(0)
          .map((_, i) => [`${i}`, i]),
      ),
      /"…":"\[\+\d+ keys\]"\}$/,
    ],
    [
      "a map with numbers",
      new Map(
        Array(RESULT_CHARS)
          .fill(0)
          .map((_, i) => [i, i]),
      ),
      /"…\[\+\d+ entries\]"\]$/,
    ],
  ])("%s that is too long is truncated and says how much is missing", (_, value, end) => {
    const json = resultJson(value, new DeadlineGuard(60_000));
    expect(json.length).toBeLessThan(RESULT_CHARS + 500);
    expect(json).toMatch(end);
    JSON.parse(json);
  });

  test("what is nested too deeply is marked", () => {
    let value: unknown = "end";
    for (let i = 0; i < RESULT_DEPTH + 5; i++) value = i % 2 ? [value] : { value };
    expect(resultJson(value, new DeadlineGuard(60_000))).toMatch(/"\[(Object|Array\(1\))\]"/);
  });

  test("an object that makes another one at each look ends", () => {
    const endless = (): object => ({
      get next() {
        return endless();
      },
    });
    expect(resultJson(endless(), new DeadlineGuard(60_000)).length).toBeLessThan(RESULT_CHARS);
  });

  test("a toJSON that catches everything cannot outlive the deadline", () => {
    const guard = new DeadlineGuard(60_000);
    const read = vi.fn(() => guard.end("timeout"));
    const value = {
      get a() {
        return read();
      },
      get b() {
        return read();
      },
    };
    expect(() => resultJson(value, guard)).toThrow("timed out");
    expect(read).toHaveBeenCalledTimes(1);
  });
});
