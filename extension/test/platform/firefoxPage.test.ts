// @vitest-environment jsdom
// What Firefox writes differently in the page world. The samples are copied from Firefox 153.
import { expect, test } from "vitest";
import {
  getterText,
  isEndOfJson,
  isNativeGetterText,
  isNativeText,
  isRefusedCall,
} from "../../src/platform/firefox/page/nativeTexts.js";
import {
  componentStackText,
  framesStart,
  functionName,
  isFrame,
  SCRIPT_FOLDER,
  stackProperty,
} from "../../src/platform/firefox/page/stackFormat.js";

const EVAL = "inner@http://127.0.0.1:33553/a.js line 7 > eval:1:26";

test.each([
  ["Cart.prototype.add@http://127.0.0.1:33553/a.js:2:56", "Cart.prototype.add"],
  ["tryit@http://127.0.0.1:33553/a.js:3:25", "tryit"],
  ["async*save@http://127.0.0.1:33553/a.js:4:43", "save"],
  ["@http://127.0.0.1:33553/a.js:6:11", ""],
  ["res.plain<@http://127.0.0.1:33553/a.js:6:32", ""],
  ["add/<@http://127.0.0.1:33553/a.js:6:32", ""],
  [EVAL, "inner"],
])("%s is a frame of “%s”", (frame, name) => {
  expect(isFrame(frame)).toBe(true);
  expect(functionName(frame)).toBe(name);
});

test("a stack has no head: it begins with a frame", () => {
  expect(framesStart(`${EVAL}\n@http://127.0.0.1:33553/a.js:7:8\n`)).toBe(0);
  expect(framesStart("")).toBe(-1);
});

test.each(["", "Error: write to me@example.org", "    in Cart (created by App)"])(
  "“%s” is no frame",
  (line) => {
    expect(isFrame(line)).toBe(false);
    expect(framesStart(line)).toBe(-1);
  },
);

test("the folder of our own script is read from a stack", () => {
  const stack = "t@gasoline-extension://page/page.js:1:22080\n@http://127.0.0.1:33553/a.js:30:6\n";
  expect(SCRIPT_FOLDER.exec(stack)?.[1]).toBe("gasoline-extension://page/");
});

test("a stack that is inherited can be changed unless the error is frozen", () => {
  const error = Object.create(Error.prototype) as object;
  expect(stackProperty(error, "stack")?.configurable).toBe(true);
  expect(stackProperty(Object.freeze(error), "stack")?.configurable).toBe(false);
});

test.each([
  ["function open() {\n    [native code]\n}", true, true],
  ["function() {\n    [native code]\n}", true, false],
  ["function () {\n    [native code]\n}", true, false],
  ["function open() { return 1 }", false, false],
])("%j is native: %s, and perhaps a getter: %s", (text, native, getter) => {
  expect(isNativeText(text)).toBe(native);
  expect(isNativeGetterText(text)).toBe(getter);
});

test("a method is not a getter, whatever its text", () => {
  const get = Object.getOwnPropertyDescriptor(Map.prototype, "size")?.get as () => number;
  expect(getterText(get)).not.toBe("");
  expect(getterText(Array.prototype.pop)).toBe("");
});

test.each([
  ["Response.text: Body has already been consumed.", true],
  ["'text' called on an object that does not implement interface Response.", true],
  ["Response.formData: Could not parse content as FormData.", false],
  ["NetworkError when attempting to fetch resource.", false],
])("the caller is to blame for “%s”: %s", (message, refused) => {
  expect(isRefusedCall(message)).toBe(refused);
});

test("a JSON text that ends too early is recognized", () => {
  expect(isEndOfJson("JSON.parse: unexpected end of data at line 1 column 1 of the JSON data")).toBe(true);
  expect(isEndOfJson("JSON.parse: unexpected character at line 1 column 1 of the JSON data")).toBe(false);
});

test("a component stack of React reads as in Chromium, in which elements have no place", () => {
  const stack = "\nTotal@http://shop.test/a.js:1:2\nli@unknown:0:0\nCartPage@http://shop.test/a.js:3:4";
  expect(componentStackText(stack)).toBe(
    "\n    at Total (http://shop.test/a.js:1:2)\n    at li (<anonymous>)\n    at CartPage (http://shop.test/a.js:3:4)",
  );
  expect(componentStackText("mail to ada@shop.test")).toBe("mail to ada@shop.test");
});
