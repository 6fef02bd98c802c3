// What comes back from a page's world: a page may have answered in the runner's place.
import { expect, test, vi } from "vitest";
import { SCRIPT_ERROR_CHARS, SCRIPT_STACK_CHARS } from "../../../src/generated/limits.js";
import { runInPage } from "../../../src/worker/pilot/runInPage.js";

const PLACE = { tabId: 1, frameId: 0 };
const LONG = "x".repeat(SCRIPT_STACK_CHARS + 1);

function answering(result: unknown) {
  vi.stubGlobal("chrome", { scripting: { executeScript: async () => [{ result }] } });
  const program = { asScript: "", asFunctionBody: "" } as Parameters<typeof runInPage>[1];
  return runInPage(PLACE, program);
}

test("what a page's policy says is cut", async () => {
  const blocked = LONG.slice(0, SCRIPT_ERROR_CHARS);
  expect(await answering({ blocked: LONG })).toEqual({ way: "function", blocked });
});

test("an error and its stack are cut", async () => {
  const error = LONG.slice(0, SCRIPT_ERROR_CHARS);
  const stack = LONG.slice(0, SCRIPT_STACK_CHARS);
  expect(await answering({ kind: "thrown", error: LONG, stack: LONG })).toEqual({
    way: "function",
    outcome: { kind: "thrown", error, stack },
  });
});

test("words that are no text are left out", async () => {
  const forged = { toString: 1, valueOf: 1 };
  expect(await answering({ kind: "thrown", error: forged, stack: forged })).toEqual({
    way: "function",
    outcome: { kind: "thrown", error: "", stack: "" },
  });
  expect(await answering({ blocked: forged })).toEqual({ way: "function", blocked: "" });
});
