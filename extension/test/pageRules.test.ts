// The lint of the page's world finds what a page could get hold of, and lets the safe way pass.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { methodNamesIn, violationsIn } from "../pageRules.mjs";

const PAIRS = [
  ["for-of", "for (const each of list) use(each);", "for (let i = 0; i < list.length; i++) use(list[i]);"],
  ["spread", "use(...list);", "apply(use, undefined, list);"],
  ["destructuring an array", "const [first] = list; use(first);", "const first = list[0]; use(first);"],
  ["instanceof", "use(list instanceof use);", "use(getPrototypeOf(list) === use);"],
  ["index assignment", "list[i] = 1;", "append(list, 1);"],
  [
    "index assignment",
    "const counts = {}; counts[i] = 1;",
    "const counts = { __proto__: null }; counts[i] = 1;",
  ],
  ["the global fetch", "fetch(list);", "nativeFetch(list);"],
  ["the method push", "list.push(1);", "append(list, 1);"],
  ["the method slice", "list['slice'](1);", "slice(list, 1);"],
  ["a property of the window", "use(window.name);", "use(nameOf(window));"],
  [
    "a native reads missing options",
    "listenTo(list, i, use, { once: true });",
    "listenTo(list, i, use, true);",
  ],
] as const;

const DECLARED =
  "declare const i: number; let use, list, apply, getPrototypeOf, append, nativeFetch, slice, nameOf, listenTo;";

function rulesBrokenBy(code: string): string[] {
  return violationsIn(`${DECLARED} export function f() { ${code} } let i;`).map(({ rule }) => rule);
}

test.each(PAIRS)("%s: found in `%s`, not in `%s`", (rule, wrong, right) => {
  expect(rulesBrokenBy(wrong)).toEqual([expect.stringContaining(rule)]);
  expect(rulesBrokenBy(right)).toEqual([]);
});

test.each([
  ["await", "async () => { await x; }"],
  ["generators", "function* f() { yield 1; }"],
])("%s is found anywhere", (rule, code) => {
  expect(violationsIn(`let x; export const f = ${code}`)[0]?.rule).toContain(rule);
});

test("what runs before the page's first script may use the globals", () => {
  expect(violationsIn("export const { slice } = String.prototype; export const all = [...'abc'];")).toEqual(
    [],
  );
});

test("a method of our own may have the name of a native one", () => {
  const own = "interface Chunks { append: () => void }\nclass Box {\n  push(): void {}\n}";
  const names = new Set(methodNamesIn(own));
  expect(violationsIn("export const f = (box) => box.push();", names)).toEqual([]);
  expect(violationsIn("export const f = (box) => box.pop();", names)).toHaveLength(1);
});

test("a parameter property is found, a declared field is not", () => {
  const parameter = "class Box { constructor(private readonly size: number, more: number) {} }";
  const field = "class Box { private readonly size; constructor(size: number) { this.size = size; } }";
  expect(violationsIn(parameter)[0]?.code).toBe("private readonly size: number");
  expect(violationsIn(field)).toEqual([]);
});

test("make check ends with an error for a file that breaks a rule", () => {
  const lint = new URL("../pageRules.mjs", import.meta.url).pathname;
  expect(() => execFileSync("node", [lint])).not.toThrow();
  const broken = new URL("./page/brokenRules.ts", import.meta.url).pathname;
  expect(() => execFileSync("node", [lint, broken], { stdio: "pipe" })).toThrow("for-of");
});
