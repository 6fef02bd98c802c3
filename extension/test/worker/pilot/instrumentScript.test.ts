// Deadline checks in scripts: the value stays the same, and whatever loops or recurs asks the guard.
import { expect, test } from "vitest";
import { instrumentScript, ScriptSyntaxError } from "../../../src/worker/pilot/instrumentScript.js";

interface Guard {
  n: number;
  t: () => void;
}

/** Runs a script with a guard that lets so many checks pass. */
async function run(script: string, checks = 1_000): Promise<unknown> {
  const guard: Guard = {
    n: checks,
    t: () => {
      throw new Error("deadline");
    },
  };
  const { code } = instrumentScript(script, "g");
  const start = new Function("g", `return (async function () {\n${code}\n})()`) as (
    g: Guard,
  ) => Promise<unknown>;
  return start(guard);
}

test.each([
  ["1 + 1", 2],
  ["{ a: 1 }", { a: 1 }],
  ["(1, 2)", 2],
  ["[1, 2].map(x => x * 2)", [2, 4]],
  ["[1].map(x => ({ x }))", [{ x: 1 }]],
  ["[[1]].map(a => a.map(b => b + 1))", [[2]]],
  ["let n = 0; for (const x of [1, 2]) n += x; return n", 3],
  ["let n = 0; for (const k in { a: 1 }) if (k) n++; else n--; n", 1],
  ["let n = 0; while (n < 3) n++; n", 3],
  ["let n = 0; do n++; while (n < 3)\nn", 3],
  ["let n = 0; for (;;) for (;;) { n++; if (n > 3) return n }", 4],
  ["let n = 0; while (n < 2) [1].map(x => n += x)\nreturn n", 2],
  ["function f() { 'use strict'\nreturn this } return f() === undefined", true],
  ["class A { #p = 1; get p() { return this.#p } static s = (() => 2)() } return [new A().p, A.s]", [1, 2]],
  ["class B { constructor() { this.b = 1 } } class C extends B { constructor() { super() } } new C().b", 1],
  ["const f = async () => await 5; return f()", 5],
  ["[...(function* () { yield 1; yield 2 })()]", [1, 2]],
  ["a: for (;;) { for (;;) break a } return 1", 1],
  ["((x = () => 3) => x())()", 3],
  ["if (true) return 1; 2", 1],
  ["const f = () => { return 1 }; f() + 1", 2],
  ["2 // the end", 2],
  ["function f() { return 7 }\n(() => f())()", 7],
  ["// first\nasync function f() { return 7 }\n(async () => f())()", 7],
  ["class A { x = 1 }\n[new A().x]", [1]],
  ["(function f() { return 7 })()", 7],
  ["typeof function f() {}", "function"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the script
  ["`${[1].map(x => `${x}!`)}`", "1!"],
])("%s is still %o", async (script, value) => {
  expect(await run(script)).toEqual(value);
});

test.each([
  "while (true) {}",
  "while (true);",
  "for (;;) ;",
  "do {} while (true)",
  "for (const x of (function* () { for (;;) yield 1 })()) ;",
  "const f = () => f(); f()",
  "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); f(60)",
  "function f() { f() } f()",
  "new (class { constructor() { for (;;); } })()",
  "({ get x() { for (;;); } }).x",
  "class A { static { for (;;); } }",
  "for (;;) { try { for (;;); } catch {} }",
  "while (true) await 0",
])("%s meets the deadline", async (script) => {
  await expect(run(script)).rejects.toThrow("deadline");
});

test.each([
  ["const = 2", 1, 7],
  ["1;\n  )", 2, 3],
  ["#!shell\n1", 1, 2],
])("%s: a syntax error says where", (script, line, column) => {
  const failing = () => instrumentScript(script, "g");
  expect(failing).toThrow(ScriptSyntaxError);
  expect(failing).toThrow(expect.objectContaining({ line, column }));
});

test("a script that is nested too deeply is a syntax error, not a crash", () => {
  expect(() => instrumentScript("[".repeat(60_000), "g")).toThrow(ScriptSyntaxError);
});

test("places in the code lead back to places in the script", () => {
  const script = "while (x) { boom() }\nf(() => boom())";
  const { code, placeOf } = instrumentScript(script, "guard");
  const [first, second] = code.split("\n") as [string, string];
  expect(placeOf(1, first.indexOf("boom") + 1)).toEqual({ line: 1, column: 13 });
  expect(placeOf(2, second.indexOf("boom") + 1)).toEqual({ line: 2, column: 9 });
  expect(placeOf(3, 1)).toBeNull();
  expect(placeOf(0, 1)).toBeNull();
});

test.each(["\n", "\r\n", "\r", "\u2028", "\u2029"])("lines are counted as the engine does: %j", (end) => {
  const { placeOf } = instrumentScript(`"use strict";${end}while (x) y();${end}boom()`, "g");
  expect(placeOf(3, "return boom".length + 1)).toEqual({ line: 3, column: "boom".length + 1 });
  expect(placeOf(4, 1)).toBeNull();
});
