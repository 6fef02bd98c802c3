// @vitest-environment jsdom
// What logged values look like on the wire.
import { afterEach, expect, test } from "vitest";
import { KEY_CHARS, MAX_OBJECT_KEYS } from "../../../src/generated/limits.js";
import { VALUE_DEPTH } from "../../../src/page/core/describeObject.js";
import { STRING_CHARS } from "../../../src/page/core/quote.js";
import { ENTRY_CHARS, encodeArguments, encodeValue } from "../../../src/page/core/serialize.js";

const shown = (value: unknown) => JSON.parse(encodeValue(value));

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, "toJSON");
  Reflect.deleteProperty(String.prototype, "toJSON");
});

test.each<[string, unknown, unknown]>([
  ["undefined", undefined, "[undefined]"],
  ["null", null, null],
  ["a number", 1.5, 1.5],
  ["NaN", Number.NaN, "NaN"],
  ["Infinity", Number.NEGATIVE_INFINITY, "-Infinity"],
  ["minus zero", -0, "-0"],
  ["a BigInt", 123n, "123n"],
  ["a symbol", Symbol("s"), "Symbol(s)"],
  ["a function", function named() {}, "[Function named]"],
  ["a class", class Shop {}, "[Function Shop]"],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["an invalid date", new Date(Number.NaN), "Invalid Date"],
  ["a regular expression", /a+/g, "/a+/g"],
  ["a Map", new Map([["k", { v: 1 }]]), { "[Map]": [["k", { v: 1 }]] }],
  ["a Set", new Set([1, "two"]), { "[Set]": [1, "two"] }],
  ["a typed array", new Uint8Array([1, 2, 3]), "[Uint8Array(3)] 1,2,3"],
  ["a buffer", new ArrayBuffer(4), "[ArrayBuffer(4)]"],
  ["a promise", Promise.resolve(1), "[Promise]"],
  ["a WeakMap", new WeakMap(), "[WeakMap]"],
  ["an object without prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ["nested undefined", { a: undefined, b: [undefined] }, { a: "[undefined]", b: ["[undefined]"] }],
])("%s is readable", (_, value, expected) => {
  expect(shown(value)).toEqual(expected);
});

test("an instance names its class", () => {
  class Cart {
    items = 2;
  }
  expect(shown(new Cart())).toEqual({ "[class]": "Cart", items: 2 });
});

test("an error keeps name, message, stack, cause and its own fields", () => {
  const error = Object.assign(new TypeError("outer", { cause: new Error("inner") }), { code: "E1" });
  expect(shown(error)).toMatchObject({
    name: "TypeError",
    message: "outer",
    stack: expect.stringContaining("TypeError: outer"),
    cause: { name: "Error", message: "inner" },
    code: "E1",
  });
});

test("DOM nodes and events are short", () => {
  document.body.innerHTML = '<button id="buy" class="big  red">x</button>';
  const button = document.body.firstElementChild as Element;
  expect(shown(button)).toBe("<button#buy.big.red>");
  expect(shown(document)).toBe(`[Document ${document.URL}]`);
  expect(shown(document.createTextNode("hi"))).toBe("#text hi");
  const event = new Event("click");
  button.dispatchEvent(event);
  expect(shown(event)).toEqual({ "[class]": "Event", type: "click", target: "<button#buy.big.red>" });
});

test("a cycle is marked where it closes, and the same object twice is not a cycle", () => {
  const twice = { a: 1 };
  const value: Record<string, unknown> = { twice, again: twice };
  value.self = value;
  expect(shown(value)).toEqual({ twice, again: twice, self: "[Circular]" });
});

// CON-02
test("no getter of the page is run, be it the object's own or its class's", () => {
  let runs = 0;
  const own = {
    get a() {
      return ++runs;
    },
    b: 1,
    list: Object.defineProperty([0, 2], 0, { get: () => ++runs }),
  };
  expect(shown(own)).toEqual({ a: "[Getter]", b: 1, list: ["[Getter]", 2] });
  class Fault extends Error {
    override get message() {
      return `${++runs}`;
    }
  }
  const fault = Object.defineProperty(new Fault(), "cause", { get: () => ++runs });
  expect(shown(fault)).toMatchObject({ name: "Error", message: "[Getter]", cause: "[Getter]" });
  class Tagged {
    a = 1;
    get [Symbol.toStringTag]() {
      return `${++runs}`;
    }
  }
  expect(shown(new Tagged())).toEqual({ "[class]": "Tagged", a: 1 });
  expect(shown(Object.defineProperty(/x/g, "source", { get: () => ++runs }))).toBe("/x/g");
  expect(runs).toBe(0);
});

test("a property that can only be set has no value", () => {
  expect(shown(Object.defineProperty({}, "a", { set: () => {}, enumerable: true }))).toEqual({
    a: "[undefined]",
  });
});

test("proxies that throw cost their own value only", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const { good, proxy } = shown({ good: 1, proxy: revoked.proxy });
  expect(good).toBe(1);
  expect(proxy).toMatch(/^\[Throws: .*revoked/);
});

test("an object that only claims to be a Map is shown as what it is", () => {
  expect(shown({ [Symbol.toStringTag]: "Map", a: 1 })).toEqual({ a: 1 });
  class Fake {
    readonly [Symbol.toStringTag] = "Map";
    a = 1;
  }
  expect(shown(new Fake())).toEqual({ "[class]": "Fake", a: 1 });
});

test("toJSON of the page is not asked", () => {
  Object.defineProperty(Object.prototype, "toJSON", { value: () => "forged", configurable: true });
  Object.defineProperty(String.prototype, "toJSON", { value: () => "forged", configurable: true });
  expect(encodeValue({ a: ["x"], d: new Date(0) })).toBe('{"a":["x"],"d":"1970-01-01T00:00:00.000Z"}');
});

// CON-03
test("a long string is truncated and says how much is missing", () => {
  const text = shown("a".repeat(STRING_CHARS + 7));
  expect(text).toBe(`${"a".repeat(STRING_CHARS)}…[+7 chars]`);
});

test("a wide object and a long array say how much is missing", () => {
  const wide = Object.fromEntries(Array.from({ length: MAX_OBJECT_KEYS + 5 }, (_, i) => [`k${i}`, i]));
  expect(shown(wide)["…"]).toBe("[+5 keys]");
  expect(shown(Array.from({ length: 1000 }, () => 0)).at(-1)).toBe(`…[+${1000 - MAX_OBJECT_KEYS} items]`);
});

test("a long key is truncated", () => {
  const [key] = Object.keys(shown({ ["k".repeat(KEY_CHARS + 1)]: 1 }));
  expect(key).toBe(`${"k".repeat(KEY_CHARS)}…[+1 chars]`);
});

/** That many containers around the innermost. */
function nest(levels: number, innermost: unknown): unknown {
  let value = innermost;
  for (let i = 0; i < levels; i++) value = { in: value };
  return value;
}

const nestedJson = (levels: number, innermost: string) =>
  '{"in":'.repeat(levels) + innermost + "}".repeat(levels);

// CON-04
test("all levels of a value that is as deep as allowed are shown, logged or not", () => {
  const json = nestedJson(VALUE_DEPTH, '"leaf"');
  expect(encodeValue(nest(VALUE_DEPTH, "leaf"))).toBe(json);
  expect(encodeArguments([nest(VALUE_DEPTH, "leaf")])).toBe(`[${json}]`);
});

test.each<[string, unknown]>([
  ["[Object]", {}],
  ["[Array(2)]", [1, 2]],
  ["[Map(1)]", new Map([[1, 1]])],
  ["[Set(1)]", new Set([1])],
  ["[TypeError]", new TypeError("deep")],
])("one level more is only named: %s", (name, innermost) => {
  const json = nestedJson(VALUE_DEPTH, `"${name}"`);
  expect(encodeValue(nest(VALUE_DEPTH, innermost))).toBe(json);
  expect(encodeArguments([nest(VALUE_DEPTH, innermost)])).toBe(`[${json}]`);
});

// CON-05
test("one entry is bounded however it is made up", () => {
  const leaf = "\u0001".repeat(STRING_CHARS);
  const value = Array.from({ length: 90 }, () => ({ a: leaf, b: [leaf, leaf] }));
  const json = encodeValue(value);
  expect(json.length).toBeLessThan(ENTRY_CHARS * 1.2);
  expect(() => JSON.parse(json)).not.toThrow();
});

test("lone surrogates are replaced, so that the text is valid UTF-8", () => {
  expect(shown({ "\ud800": "x\udfff" })).toEqual({ "\ufffd": "x\ufffd" });
});

test("arguments are always an array, format strings stay as they are", () => {
  expect(encodeArguments([])).toBe("[]");
  expect(encodeArguments(["%s is %d", "x", 1])).toBe('["%s is %d","x",1]');
});
