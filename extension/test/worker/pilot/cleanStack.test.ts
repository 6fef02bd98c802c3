// Stacks of scripts: places as their author counts them, without our frames.
import { expect, test } from "vitest";
import { cleanStack } from "../../../src/worker/pilot/cleanStack.js";
import { instrumentScript } from "../../../src/worker/pilot/instrumentScript.js";

const SOURCE = { instrumented: instrumentScript("one()\ntwo()", "g"), guard: "g" };

test("everything from the runner on is removed", () => {
  const stack = `Error: x
    at two (http://shop/app.js:1:2)
    at eval (gasoline-script-g.js:3:8)
    at eval (gasoline-script-g.js:1:3)
    at begin (<anonymous>:9:1)`;
  expect(cleanStack(stack, SOURCE)).toBe(`Error: x
    at two (http://shop/app.js:1:2)
    at eval (script:2:1)`);
});

test("what an earlier script left behind is not taken for a place in this one", () => {
  const stack = `Error: x
    at window.f (eval at compile (<anonymous>:9:1), gasoline-script-other.js:11:8)
    at eval (gasoline-script-g.js:2:1)`;
  expect(cleanStack(stack, SOURCE)).toBe(`Error: x
    at window.f (earlier script:10)
    at eval (script:1:1)`);
});

test("a message that speaks of places stays as it is", () => {
  const stack = "Error: see gasoline-script-g.js:99:1\n    at eval (gasoline-script-g.js:2:1)";
  expect(cleanStack(stack, SOURCE)).toBe("Error: see gasoline-script-g.js:99:1\n    at eval (script:1:1)");
});
