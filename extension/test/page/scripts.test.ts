// Scripts of AI Web Pilot in a page that has changed everything it can: the answer is the script's, not the page's.
import { expect, test, vi } from "vitest";
import type { RunOutcome } from "../../src/shared/run.js";
import { openCapturedPage, type Page } from "./bundle.js";

const SABOTAGE = `
  const forged = { kind: "returned", json: '"forged"' };
  window.Function = window.Promise = function () { return forged; };
  Object.getPrototypeOf(function () {}).constructor = window.Function;
  Object.getPrototypeOf((async () => {})()).then = (resolve) => resolve("forged");
  Object.getPrototypeOf((async () => {})()).constructor = window.Promise;
  JSON.stringify = () => '"forged"'; JSON.parse = () => forged;
  EventTarget.prototype.dispatchEvent = () => false;
  queueMicrotask = setTimeout = () => 0;
  for (const name of ["kind", "json", "outcome", "then", "type", "id"])
    Object.defineProperty(Object.prototype, name, { configurable: true, get: () => "forged", set() {} });
  Map.prototype.get = Map.prototype.set = () => { throw new Error("no"); };
`;

function body(script: string): string {
  return `return (async function () { return (${script}) })()`;
}

async function outcomeOf(page: Page, id: string): Promise<RunOutcome> {
  const found = () => page.messages.find((message) => message.type === "ran" && message.id === id);
  await vi.waitFor(() => expect(found()).toBeDefined());
  return (found() as { outcome: RunOutcome }).outcome;
}

test("a page that has replaced Function, Promise and JSON does not answer for a script", async () => {
  const page = openCapturedPage();
  page.run(SABOTAGE);
  page.send({ type: "run", id: "1", timeoutMs: 1_000, guard: "g", body: body("1 + 1") });
  expect(await outcomeOf(page, "1")).toEqual({ kind: "returned", json: "2" });
});

test("a page's own Function never sees the text of a script", async () => {
  const page = openCapturedPage();
  page.run("seen = []; window.Function = function (...args) { seen.push(args); }");
  page.send({ type: "run", id: "1", timeoutMs: 1_000, guard: "g", body: body("'secret'") });
  await outcomeOf(page, "1");
  expect(page.run("seen.length")).toBe(0);
});

test("what a script logs is recorded as the page's", async () => {
  const page = openCapturedPage();
  page.send({ type: "run", id: "1", timeoutMs: 1_000, guard: "g", body: body("console.log('by script')") });
  await outcomeOf(page, "1");
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([["by script"]]);
});

test("the gate opens once, for the secret, and the page can neither replace nor remove it", async () => {
  const page = openCapturedPage();
  page.send({ type: "expect", id: "1", timeoutMs: 1_000, secret: "s" });
  const { gate } = page.messages.find((message) => message.type === "expecting") as { gate: string };
  page.run(`forge = async () => "forged"; try { window.${gate} = forge } catch {} delete window.${gate};
    try { Object.defineProperty(window, "${gate}", { value: forge }) } catch {}`);
  expect(
    page.run(`[${gate}("guess", forge), ${gate}(undefined, forge), Object.keys(window).includes("${gate}")]`),
  ).toEqual([false, false, false]);
  page.run(SABOTAGE);
  expect(page.run(`${gate}("s", async function () { return "true" })`)).toBe(true);
  expect(await outcomeOf(page, "1")).toEqual({ kind: "returned", json: '"true"' });
  expect(page.run(`${gate}("s", forge)`)).toBe(false);
});

test("a script that is stopped on its way does not come through the gate", () => {
  const page = openCapturedPage();
  for (const id of ["1", "2"]) page.send({ type: "expect", id, timeoutMs: 1_000, secret: `s${id}` });
  const { gate } = page.messages.find((message) => message.type === "expecting") as { gate: string };
  const enter = (secret: string) => page.run(`${gate}("${secret}", async () => { ran = true })`);
  page.send({ type: "stop", id: "1" });
  expect(enter("s1")).toBe(false);
  page.send({ type: "stop" });
  expect(enter("s2")).toBe(false);
  expect(page.run("typeof ran")).toBe("undefined");
});

test("what the engine does not understand is not blamed on a policy", async () => {
  const page = openCapturedPage();
  page.send({ type: "run", id: "1", timeoutMs: 1_000, guard: "g", body: "const = 1" });
  expect(await outcomeOf(page, "1")).toMatchObject({
    kind: "thrown",
    error: expect.stringContaining("SyntaxError"),
  });
});

test("the next expected script comes through the same gate", () => {
  const page = openCapturedPage();
  for (const id of ["1", "2"]) page.send({ type: "expect", id, timeoutMs: 1_000, secret: id });
  const gates = page.messages.flatMap((message) => (message.type === "expecting" ? [message.gate] : []));
  expect(gates).toHaveLength(2);
  expect(new Set(gates).size).toBe(1);
});

test("an order ends one script, and one without a name all of them", async () => {
  const page = openCapturedPage();
  for (const id of ["1", "2", "3"])
    page.send({ type: "run", id, timeoutMs: 60_000, guard: "g", body: body("await new Promise(() => {})") });
  await Promise.resolve();
  page.send({ type: "stop", id: "2" });
  expect(await outcomeOf(page, "2")).toEqual({ kind: "stopped" });
  page.send({ type: "stop" });
  expect([await outcomeOf(page, "1"), await outcomeOf(page, "3")]).toEqual([
    { kind: "stopped" },
    { kind: "stopped" },
  ]);
});
