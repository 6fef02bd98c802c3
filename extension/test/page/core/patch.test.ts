// @vitest-environment jsdom
// The wrappers: invisible to the page, undone when asked, never in the page's way.
import { expect, test, vi } from "vitest";
import { createBreaker } from "../../../src/page/core/breaker.js";
import { createHooks, type Watch } from "../../../src/page/core/patch.js";

function target(run: (...args: unknown[]) => unknown = (...args) => args.length) {
  const object: Record<string, unknown> = {};
  Object.defineProperty(object, "call", {
    value: run,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  return object as { call: (...args: unknown[]) => unknown };
}

function hooked(object: object, watch: Omit<Watch, "__proto__">) {
  const drop = vi.fn();
  const hooks = createHooks(createBreaker("test", drop));
  hooks.patch(object, "call", { __proto__: null, ...watch });
  return { hooks, drop };
}

function fail(): never {
  throw new Error("ours");
}

test("a wrapped function keeps its name, length, own keys and descriptor", () => {
  const native = Object.assign(function original(_a: unknown, _b: unknown) {}, { extra: 1 });
  const object = target(native as never);
  const before = Object.getOwnPropertyDescriptor(object, "call");
  hooked(object, {});
  const after = Object.getOwnPropertyDescriptor(object, "call");
  expect(object.call).not.toBe(native);
  expect([object.call.name, object.call.length, Reflect.ownKeys(object.call)]).toEqual([
    "original",
    2,
    Reflect.ownKeys(native),
  ]);
  expect({ ...after, value: 0 }).toEqual({ ...before, value: 0 });
});

test("the page gets the native's result and the recorder its arguments", () => {
  const before = vi.fn();
  const object = target();
  hooked(object, { beforeCall: before });
  expect(object.call("a", "b")).toBe(2);
  expect(before.mock.calls[0]?.slice(0, 2)).toEqual([object, ["a", "b"]]);
});

test("a call can be made on something else, unless choosing it fails", () => {
  const object = target(function (this: unknown) {
    return this;
  });
  const other = {};
  const { hooks, drop } = hooked(object, { standIn: () => other });
  expect(object.call()).toBe(other);
  hooks.undo();
  hooks.patch(object, "call", { __proto__: null, standIn: fail });
  expect(object.call()).toBe(object);
  expect(drop.mock.calls).toEqual([["recorder_test", 1]]);
});

test("undo puts the native back", () => {
  const native = () => 1;
  const object = target(native);
  hooked(object, {}).hooks.undo();
  expect(object.call).toBe(native);
});

test("undo leaves a page's own wrapper in place and falls silent below it", () => {
  const before = vi.fn();
  const object = target();
  const { hooks } = hooked(object, { beforeCall: before });
  const ours = object.call;
  const theirs = (...args: unknown[]) => ours(...args);
  object.call = theirs;
  hooks.undo();
  expect(object.call).toBe(theirs);
  expect(object.call(1)).toBe(1);
  expect(before).not.toHaveBeenCalled();
});

test("a wrapper that the page kept wakes up when recording starts again", () => {
  const object = target();
  const { hooks } = hooked(object, {});
  const kept = object.call;
  hooks.undo();
  const before = vi.fn();
  hooked(object, { beforeCall: before });
  kept();
  expect(object.call).toBe(kept);
  expect(before).toHaveBeenCalledOnce();
});

test("a recorder that fails skips that one call and records the next", () => {
  const object = target();
  const before = vi.fn().mockImplementationOnce(fail).mockReturnValue("noted");
  const after = vi.fn();
  const { drop } = hooked(object, { beforeCall: before, afterCall: after });
  expect([object.call(1), object.call(1, 2)]).toEqual([1, 2]);
  expect(before).toHaveBeenCalledTimes(2);
  expect(after.mock.calls).toEqual([[2, "noted", object]]);
  expect(drop.mock.calls).toEqual([["recorder_test", 1]]);
});

test.each(["beforeCall", "standIn", "afterCall"] as const)(
  "the page does not notice that `%s` fails",
  (part) => {
    const object = target();
    const { drop } = hooked(object, { [part]: fail });
    expect(object.call(1, 2, 3)).toBe(3);
    expect(drop).toHaveBeenCalledWith("recorder_test", 1);
  },
);

test("the page gets its own error although recording it fails", () => {
  const object = target(() => {
    throw new TypeError("theirs");
  });
  const { drop } = hooked(object, { threw: fail });
  expect(() => object.call()).toThrow(new TypeError("theirs"));
  expect(drop).toHaveBeenCalledWith("recorder_test", 1);
});

test("an endless recursion through a wrapper does not end recording", () => {
  const before = vi.fn();
  const object = target();
  hooked(object, { beforeCall: (_, args) => before(args.length) });
  const recurse = (): void => {
    object.call();
    recurse();
  };
  expect(recurse).toThrow(RangeError);
  before.mockClear();
  expect(object.call(1)).toBe(1);
  expect(before).toHaveBeenCalledExactlyOnceWith(1);
});

test("the page's own error passes, without our frames", () => {
  const failure = { error: new Error("not yet") };
  const object = target(function theirs() {
    failure.error = new RangeError("theirs");
    throw failure.error;
  });
  const threw = vi.fn();
  hooked(object, { threw });
  expect(() => object.call()).toThrow(RangeError);
  expect(failure.error.stack).toMatch(/^RangeError: theirs\n {4}at .*theirs/);
  expect(failure.error.stack).not.toContain("src/page/");
  expect(threw.mock.calls[0]?.[0]).toBe(failure.error);
});

test("a frozen error passes as it is", () => {
  const failure = Object.freeze(new Error("frozen"));
  const object = target(() => {
    throw failure;
  });
  hooked(object, {});
  expect(() => object.call()).toThrow(failure);
});

test("what the page does while we look is not recorded", () => {
  const object = target();
  const before = vi.fn(() => void object.call("nested"));
  hooked(object, { beforeCall: before });
  object.call("outer");
  expect(before).toHaveBeenCalledOnce();
});

test("a wrapped class is the class: its objects, subclasses, statics and constructor", () => {
  class Native {
    static LIMIT = 3;
    constructor(readonly name: string) {
      if (name === "") throw new RangeError("no name");
    }
  }
  const object = { Native };
  const made = vi.fn();
  const hooks = createHooks(createBreaker("test", vi.fn()));
  hooks.patch(object, "Native", { __proto__: null, made });
  const Wrapped = object.Native;
  class Sub extends Wrapped {}
  const [plain, sub] = [new Wrapped("a"), new Sub("b")];
  expect([plain instanceof Wrapped, sub instanceof Sub, sub instanceof Native]).toEqual([true, true, true]);
  expect([plain.constructor === Wrapped, sub.constructor === Sub, Wrapped.LIMIT]).toEqual([true, true, 3]);
  expect(made.mock.calls.map(([it]) => it)).toEqual([plain, sub]);
  expect(() => new Wrapped("")).toThrow(RangeError);
  hooks.undo();
  expect([object.Native === Native, plain.constructor === Native]).toEqual([true, true]);
  expect(new Sub("c").name).toBe("c");
  expect(made).toHaveBeenCalledTimes(2);
});

test("a defined property is hidden, and gone after undo", () => {
  const hooks = createHooks(createBreaker("test", vi.fn()));
  hooks.define(window, "__probe", 1);
  expect(Object.keys(window)).not.toContain("__probe");
  expect(Object.getOwnPropertyDescriptor(window, "__probe")).toMatchObject({ value: 1, writable: false });
  hooks.undo();
  expect("__probe" in window).toBe(false);
});

test("listeners are there again after the document was replaced, and only once", async () => {
  const listener = vi.fn();
  const hooks = createHooks(createBreaker("test", vi.fn()));
  hooks.listen(document, "probe", listener);
  document.replaceChild(document.createElement("html"), document.documentElement);
  await Promise.resolve();
  document.dispatchEvent(new Event("probe"));
  expect(listener).toHaveBeenCalledOnce();
  hooks.undo();
  document.dispatchEvent(new Event("probe"));
  expect(listener).toHaveBeenCalledOnce();
});
