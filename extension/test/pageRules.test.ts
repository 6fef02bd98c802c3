// The lint of the page's world finds what a page could get hold of, and lets the safe way pass.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import makefile from "../../Makefile?raw";
import { BUILT_IN_METHODS } from "../pageMethods.mjs";
import { violationsIn } from "../pageRules.mjs";

const PAIRS = [
  ["for-of", "for (const each of list) use(each);", "for (let i = 0; i < list.length; i++) use(list[i]);"],
  ["spread", "use(...list);", "apply(use, undefined, list);"],
  [
    "destructuring an array",
    "const [first] = list; use(first);",
    "const first = itemAt(list, 0); use(first);",
  ],
  ["instanceof", "use(list instanceof use);", "use(getPrototypeOf(list) === use);"],
  ["for-in", "for (const key in list) use(key);", "use(keys(list));"],
  ["in finds", "use(i in list);", "use(hasOwn(list, i));"],
  ["a tagged template", "use`text`;", "use('text');"],
  ["index assignment", "list[i] = 1;", "append(list, 1);"],
  ["index assignment", "list[0] = 1;", "append(list, 1);"],
  ["index assignment", "list[0]++;", "const bytes = new NativeUint8Array(1); bytes[0] = 1;"],
  [
    "index assignment",
    "const counts = {}; counts[i] = 1;",
    "const counts = { __proto__: null }; counts[i] = 1;",
  ],
  ["the global fetch", "fetch(list);", "nativeFetch(list);"],
  ["the method push", "list.push(1);", "append(list, 1);"],
  ["the method slice", "list['slice'](1);", "slice(list, 1);"],
  [
    "a new property",
    "const event = {}; event.type = 1; use(event);",
    "const event = { type: 0 }; event.type = 1; use(event);",
  ],
  [
    "a new property",
    "const event = { type: 0 }; event.size = 1;",
    "const event = { __proto__: null, type: 0 }; event.size = 1;",
  ],
  ["a method by a computed name", "list[i]();", "use(list, i);"],
  ["the method push", "const { push } = list; push(1);", "const { length } = list; use(length);"],
  ["the method push", "const push = list.push; apply(push, list, [1]);", "apply(use, list, [1]);"],
  ["the method push", "let push; push = list.push; use(push);", "let size; size = list.size; use(size);"],
  ["the method push", "use(list.push);", "use(list.size);"],
  ["the method push", "(0, list.push)(1);", "(0, use)(1);"],
  ["the method getTime", "use(date.getTime());", "use(timeOf(date));"],
  ["the method appendChild", "list.appendChild(i);", "appendChild(list, i);"],
  ["the method addEventListener", "list.addEventListener(i, use);", "listenTo(list, i, use, true);"],
  ["the method json", "list.json();", "jsonOf(list);"],
  ["another name for the window", "const host = window; use(host.size);", "const host = list; use(host);"],
  ["a property of the window", "use(window.name);", "use(nameOf(window));"],
  ["an item that is missing", "use(list[0]);", "use(itemAt(list, 0));"],
  ["an item that is missing", "use(list[i]);", "for (let i = 0; i < 9; i++) use(list[i]);"],
  [
    "an item that is missing",
    "const table = {}; use(table[i]);",
    "const table = { __proto__: null }; use(table[i]);",
  ],
  ["a descriptor without", "use(getOwnPropertyDescriptor(list, i)?.value);", "use(ownValue(list, i));"],
  [
    "a descriptor without",
    "const found = getOwnPropertyDescriptor(list, i); use(found.get);",
    "const found = getOwnPropertyDescriptor(list, i); use(found.configurable);",
  ],
  [
    "a native reads missing options",
    "listenTo(list, i, use, { once: true });",
    "listenTo(list, i, use, true);",
  ],
  [
    "a native reads missing options",
    "const options = { once: true }; listenTo(list, i, use, options);",
    "const options = { __proto__: null, once: true }; listenTo(list, i, use, options);",
  ],
] as const;

const NAMES =
  "use, list, apply, getPrototypeOf, append, nativeFetch, slice, nameOf, listenTo, keys, hasOwn, date, timeOf, jsonOf, itemAt, ownValue, getOwnPropertyDescriptor";
const DECLARED = `declare const i: number; let ${NAMES}, appendChild, NativeUint8Array;`;

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

test("a method of the same class may have the name of a built-in one", () => {
  const own = "class Box { push() {} fill() { this.push(1); } }";
  const foreign = "class Box { push() {} fill(list) { list.push(1); this.pop(); } }";
  expect(violationsIn(own)).toEqual([]);
  expect(violationsIn(foreign).map(({ code }) => code)).toEqual(["list.push(1)", "this.pop()"]);
});

test("a call of our own object is named by its receiver and its method", () => {
  const own = new Set(["box.push"]);
  expect(violationsIn("export const f = (box) => box.push();", own)).toEqual([]);
  expect(violationsIn("export const f = (box) => box.pop();", own)).toHaveLength(1);
  expect(violationsIn("export const f = (list) => list.push();", own)).toHaveLength(1);
});

test("what our own types hold may have the name of a built-in method, their methods may not", () => {
  const use = "export function f(entry, use) { use(entry.text); }";
  expect(violationsIn(`interface Entry {\n  text: string;\n}\n${use}`)).toEqual([]);
  expect(violationsIn(`interface Entry {\n  text: () => string;\n}\n${use}`)).toHaveLength(1);
  expect(violationsIn(use)).toHaveLength(1);
  expect(violationsIn(use, new Set(["entry.text"]))).toEqual([]);
});

test("a parameter property is found, a declared field is not", () => {
  const parameter = "class Box { constructor(private readonly size: number, more: number) {} }";
  const field = "class Box { private readonly size; constructor(size: number) { this.size = size; } }";
  expect(violationsIn(parameter)[0]?.code).toBe("private readonly size: number");
  expect(violationsIn(field)).toEqual([]);
});

test.each([
  ["an interface", "interface Watch {\n  after?: () => void;\n}", "after?: () => void;"],
  ["a method", "interface Watch {\n  after?(): void;\n}", "after?(): void;"],
  ["a type", "type Watch = {\n  readonly after?: boolean;\n};", "readonly after?: boolean;"],
  ["a type on one line", "type Watch = { after?: boolean };", "{ after?: boolean }"],
])(
  "an optional member of %s is found, unless every object must be without a prototype",
  (_, source, code) => {
    expect(violationsIn(source)).toEqual([{ rule: expect.stringContaining("an optional member"), code }]);
    expect(violationsIn(source.replace("{", "{ __proto__: null;"))).toEqual([]);
  },
);

test("an optional parameter is not a member", () => {
  expect(violationsIn("interface Watch {\n  after: (error?: Error) => void;\n}")).toEqual([]);
});

const LINT = new URL("../pageRules.mjs", import.meta.url).pathname;

test("every built-in method is found, whatever our own classes call theirs", () => {
  const names = [...BUILT_IN_METHODS];
  const calls = names.map((name) => `page.${name}();`).join("\n");
  const found = violationsIn(`export function f(page) {\n${calls}\n}`).map(({ code }) => code);
  expect(found).toEqual(names.map((name) => `page.${name}()`));
  expect(names).toEqual(
    expect.arrayContaining(["add", "set", "fill", "find", "slice", "get", "has", "getTime"]),
  );
});

test("make check runs the lint, which ends with an error for a file that breaks a rule", () => {
  expect(makefile).toMatch(/^CHECKS :=.* check-page-rules /m);
  expect(makefile).toMatch(/^check-page-rules:\n\tnode extension\/pageRules\.mjs$/m);
  expect(makefile).toMatch(/^check: .*\n\t@\$\(MAKE\) .* \$\(CHECKS\)$/m);
  expect(() => execFileSync("node", [LINT])).not.toThrow();
  const broken = new URL("./page/brokenRules.ts", import.meta.url).pathname;
  expect(() => execFileSync("node", [LINT, broken], { stdio: "pipe" })).toThrow("for-of");
});
