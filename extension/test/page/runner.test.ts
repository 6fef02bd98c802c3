// Scripts of AI Web Pilot in a page that has changed everything it can: the answer is the script's, not the page's.
import { expect, test, vi } from "vitest";
import { buildRunner } from "../../buildRunner.mjs";
import { shortName } from "../../nativeNames.mjs";
import type { RunOutcome } from "../../src/shared/pilotRun.js";
import { STOP_SCRIPT } from "../../src/shared/pilotRun.js";
import { openCapturedPage, type Page } from "./bundle.js";

const { text: RUNNER } = await buildRunner();

const SABOTAGE = `
  const forged = { kind: "returned", json: '"forged"' };
  window.Function = window.Promise = function () { return forged; };
  Object.getPrototypeOf(function () {}).constructor = window.Function;
  Object.getPrototypeOf((async () => {})()).then = (resolve) => resolve("forged");
  Object.getPrototypeOf((async () => {})()).constructor = window.Promise;
  JSON.stringify = () => '"forged"'; JSON.parse = () => forged;
  EventTarget.prototype.dispatchEvent = () => false;
  queueMicrotask = setTimeout = () => 0;
  for (const name of ["kind", "json", "then", "type", "id"])
    Object.defineProperty(Object.prototype, name, { configurable: true, get: () => "forged", set() {} });
  Map.prototype.get = Map.prototype.set = () => { throw new Error("no"); };
`;

type Then = (
  promise: unknown,
  onValue: (value: RunOutcome) => void,
  onError: (error: unknown) => void,
) => void;

function run(page: Page, script: string, id = "id1", timeoutMs = 1_000): Promise<RunOutcome> {
  const text = `(function(g){return (async function () { return (${script}) })()})`;
  const order = JSON.stringify({ id, timeoutMs, text });
  const ran = page.run(`(${RUNNER})(${order})`) as Promise<RunOutcome>;
  // As the browser does: past the page's own `then`.
  const then = page.run(`window.__gasolineNatives.natives.${shortName("promiseThen")}`) as Then;
  return new Promise((resolve, reject) => void then(ran, resolve, reject));
}

test.each([
  ["1 + 1", { value: 2 }],
  ["'text'", { value: "text" }],
  ["undefined", { value: null }],
  ["[1, [2]]", { json: "[1,[2]]" }],
])("a page that has replaced Function, Promise and JSON does not answer for %s", async (script, expected) => {
  const page = openCapturedPage();
  page.run(SABOTAGE);
  expect({ ...(await run(page, script)) }).toEqual({ kind: "returned", ...expected });
});

test("where page.js never ran there is an answer that says so", async () => {
  const page = openCapturedPage();
  const text = RUNNER.replaceAll("__gasolineNatives", "__none");
  expect(page.run(`(${text})({ id: "1", timeoutMs: 1, text: "" })`)).toMatchObject({ kind: "notReady" });
});

test("a page cannot replace the natives that page.js left", () => {
  const page = openCapturedPage();
  const name = shortName("stringify");
  page.run(`try { window.__gasolineNatives = null } catch {} delete window.__gasolineNatives;
    try { Object.defineProperty(window, "__gasolineNatives", { value: null }) } catch {}
    try { window.__gasolineNatives.natives = null } catch {}
    try { window.__gasolineNatives.natives.${name} = null } catch {}`);
  expect(page.run(`typeof window.__gasolineNatives.natives.${name}`)).toBe("function");
  expect(page.run("Object.keys(window).includes('__gasolineNatives')")).toBe(false);
});

test("what a script logs is recorded as the page's", async () => {
  const page = openCapturedPage();
  await run(page, "console.log('by script')");
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([["by script"]]);
});

test("what the engine does not understand is not blamed on a policy", async () => {
  const page = openCapturedPage();
  const outcome = await run(page, "const = 1");
  expect(outcome).toMatchObject({ kind: "thrown", error: expect.stringContaining("SyntaxError") });
});

test.each(["before", "after"])("whoever knows its id can end a script, asked %s it began", async (when) => {
  const page = openCapturedPage();
  let node: EventTarget | null = null;
  const listen = () =>
    page.window.document.addEventListener("id1", (event) => {
      node = (event as MouseEvent).relatedTarget;
    });
  if (when === "before") listen();
  const ran = run(page, "await new Promise(() => {})", "id1", 60_000);
  if (when === "after") {
    await new Promise((done) => setTimeout(done));
    listen();
    page.window.document.dispatchEvent(new page.window.Event("id1?"));
  }
  await vi.waitFor(() => expect(node).not.toBeNull());
  (node as unknown as EventTarget).dispatchEvent(new page.window.Event(STOP_SCRIPT));
  expect(await ran).toMatchObject({ kind: "stopped" });
});
