// @vitest-environment jsdom
// window.__gasoline: bounded, and safe to call with anything.
import { beforeEach, expect, test, vi } from "vitest";
import {
  ANNOTATION_KEY_CHARS,
  ANNOTATION_VALUE_CHARS,
  type Annotations,
  contextField,
  MAX_ANNOTATIONS,
  offerAnnotations,
} from "../../../src/page/core/annotations.js";
import { createBreaker } from "../../../src/page/core/breaker.js";
import { createHooks } from "../../../src/page/core/patch.js";

let api: Annotations;

beforeEach(() => {
  offerAnnotations(createHooks(createBreaker("annotations", vi.fn())));
  api = (window as unknown as { __gasoline: Annotations }).__gasoline;
  api.clearAnnotations();
});

test("errors carry what was annotated", () => {
  expect(contextField()).toBe("");
  expect(api.annotate("user", { id: 7 })).toBe(true);
  expect(contextField()).toBe(',"_context":{"user":{"id":7}}');
  expect(api.getContext()).toEqual({ user: { id: 7 } });
});

test("removing and clearing forget", () => {
  api.annotate("a", 1);
  api.annotate("b", 2);
  expect([api.removeAnnotation("a"), api.removeAnnotation("a")]).toEqual([true, false]);
  expect(api.getContext()).toEqual({ b: 2 });
  api.clearAnnotations();
  expect(api.getContext()).toEqual({});
});

test.each([
  ["no key", "", 1],
  ["a key that is no string", 5, 1],
  ["a long key", "k".repeat(ANNOTATION_KEY_CHARS + 1), 1],
  ["no value", "k", undefined],
  ["a function", "k", () => 1],
  ["a long value", "k", "v".repeat(ANNOTATION_VALUE_CHARS)],
  ["a long value in many pieces", "k", Array.from({ length: 90 }, () => "v".repeat(100))],
])("%s is refused without an error", (_, key, value) => {
  expect(api.annotate(key, value)).toBe(false);
  expect(api.getContext()).toEqual({});
});

// CON-09
test("one key too many is refused, a known one can be changed", () => {
  for (let i = 0; i < MAX_ANNOTATIONS; i++) api.annotate(`k${i}`, i);
  expect(api.annotate("more", 1)).toBe(false);
  expect(api.annotate("k0", "new")).toBe(true);
});

test("the context is a copy, and the object cannot be changed", () => {
  api.annotate("a", 1);
  api.getContext().a = 2;
  expect(api.getContext()).toEqual({ a: 1 });
  expect(Object.isFrozen(api)).toBe(true);
});
