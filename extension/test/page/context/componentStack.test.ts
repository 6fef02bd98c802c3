// @vitest-environment jsdom
// Component stacks, as frameworks log them, become the names of components.
import { expect, test } from "vitest";
import { componentStackIn, culpritIn, functionsIn } from "../../../src/page/context/componentStack.js";

test.each([
  [
    "React 18",
    [
      "The above error occurred in the <Row> component:\n\n    at Row (http://x/a.js:1:2)\n    at li\n    at Suspense\n    at App",
    ],
    ["Row", "App"],
  ],
  [
    "React 16",
    [
      "The above error occurred in the <Row> component:\n    in Row (created by App)\n    in div (at App.js:3)\n    in App",
    ],
    ["Row", "App"],
  ],
  [
    "what a boundary is given",
    [new Error("x"), "\n    at t (http://x/a.js:1:2)\n    at div (<anonymous>)"],
    ["t"],
  ],
  [
    "what a boundary logs as it is",
    ["caught", { componentStack: "\n    at Row (http://x/a.js:1:2)" }],
    ["Row"],
  ],
])("of %s", (_, args, names) => {
  expect(componentStackIn(args)).toEqual({ framework: "react", names });
});

test.each([
  [
    "Vue 3",
    ["[Vue warn]: Unhandled error", "\n", " at <Row item=", {}, ">", "\n", "at <App>"],
    ["Row", "App"],
  ],
  [
    "Vue 2",
    ['[Vue warn]: Error in render: "x"\n\nfound in\n\n---> <Row> at src/Row.vue\n       <Root>'],
    ["Row", "Root"],
  ],
])("of %s", (_, args, names) => {
  expect(componentStackIn(args)).toEqual({ framework: "vue", names });
});

test.each([
  [
    "an error's own stack",
    ["TypeError: x\n    at load (http://x/a.js:1:2)\n    at Cart (http://x/a.js:3:4)"],
  ],
  ["words", ["look at App\nand in Row"]],
  ["nothing", []],
  ["a getter", [Object.defineProperty({}, "componentStack", { get: () => expect.fail("was run") })]],
])("%s is no component stack", (_, args) => {
  expect(componentStackIn(args)).toBeNull();
});

test("the component that React 19 names is the culprit", () => {
  expect(
    culpritIn(["%o\n\n%s\n", new Error("x"), "The above error occurred in the <Total> component."]),
  ).toBe("Total");
});

test("functions of a stack are named, minified and nameless ones are not", () => {
  const stack =
    "Error: x\n    at Total (http://x/a.js:1:2)\n    at t (http://x/a.js:1:2)\n    at http://x/a.js:5:5";
  expect(functionsIn(stack)).toEqual(["Total"]);
});
