// Stacks of scripts: places as their author counts them, nothing of ours.
import { expect, test } from "vitest";
import { cleanStack } from "../../../src/worker/pilot/cleanStack.js";
import { instrument } from "../../../src/worker/pilot/instrument.js";

const SOURCE = { instrumented: instrument("one()\ntwo()", "g"), guard: "g", way: "function" } as const;

test("from the runner on, everything is cut", () => {
  const stack = `Error: x
    at two (http://shop/app.js:1:2)
    at eval (gasoline-script-g.js:5:8)
    at eval (gasoline-script-g.js:6:3)
    at begin (gasoline-extension://page/page.js:1:1)`;
  expect(cleanStack(stack, SOURCE)).toBe(`Error: x
    at two (http://shop/app.js:1:2)
    at eval (script:2:1)`);
});

test("what an earlier script left behind is not taken for a place in this one", () => {
  const stack = `Error: x
    at window.f (eval at compile (gasoline-extension://page/page.js:1:1), gasoline-script-other.js:13:8)
    at eval (gasoline-script-g.js:4:1)`;
  expect(cleanStack(stack, SOURCE)).toBe(`Error: x
    at window.f (earlier script:10)
    at eval (script:1:1)`);
});

test("a message that speaks of places stays as it is", () => {
  const stack = "Error: see gasoline-script-g.js:99:1\n    at eval (gasoline-script-g.js:4:1)";
  expect(cleanStack(stack, SOURCE)).toBe("Error: see gasoline-script-g.js:99:1\n    at eval (script:1:1)");
});
