// Frames of stacks as Chromium writes them.
import { expect, test } from "vitest";
import { framesOf, MAX_STACK_FRAMES } from "../../../src/worker/snippets/stackFrames.js";

function frames(...lines: string[]) {
  const stack = ["TypeError: no", ...lines.map((line) => `    at ${line}`)].join("\n");
  return framesOf({ id: "a", url: "", stack, place: null });
}

test.each([
  ["pay (http://localhost/a.js:3:5)", "http://localhost/a.js", "pay"],
  ["http://localhost/a.js:3:5", "http://localhost/a.js", ""],
  ["async http://localhost/a.js:3:5", "http://localhost/a.js", undefined],
  ["async Cart.pay [as onClick] (http://localhost/a.js?t=1:3:5)", "http://localhost/a.js?t=1", undefined],
  ["new Cart (http://[::1]:80/a.js:3:5)", "http://[::1]:80/a.js", "new Cart"],
  ["eval (eval at run (http://localhost/a.js:3:5), <anonymous>:1:7)", "http://localhost/a.js", "eval"],
  ["webpack-internal:///(rsc)/./x.js:3:5", "webpack-internal:///(rsc)/./x.js", ""],
  ["f (webpack-internal:///(rsc)/./x.js:3:5)", "webpack-internal:///(rsc)/./x.js", "f"],
])("%s is a frame of %s", (line, url, name) => {
  const [frame] = frames(line);
  expect(frame).toMatchObject({ url, line: 3, column: 5, ...(name === undefined ? {} : { name }) });
});

test.each([
  "Array.forEach (<anonymous>)",
  "async Promise.all (index 0)",
  "log (chrome-extension://pgnh/page.js:1:5)",
  "log (gasoline-extension://page/page.js:1:5)",
  "f (http://localhost/a.js:0:0)",
  `f (http://localhost/${"x".repeat(4000)}:1:1)`,
])("%s is none", (line) => {
  expect(frames(line)).toEqual([]);
});

test("a deep stack is followed so far only", () => {
  expect(frames(...Array(100).fill("f (http://localhost/a.js:1:1)"))).toHaveLength(MAX_STACK_FRAMES);
});

test("an error without a stack has the place that the browser names", () => {
  const place = { url: "http://localhost/a.js", line: 7, column: 1 };
  expect(framesOf({ id: "a", url: "", stack: "SyntaxError: no", place })).toEqual([{ ...place, name: "" }]);
});
