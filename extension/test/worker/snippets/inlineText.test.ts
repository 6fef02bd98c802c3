// The text of addresses that hold what they lead to.
import { expect, test } from "vitest";
import { inlineText, isInline } from "../../../src/worker/snippets/readText.js";

test("base64 is decoded as UTF-8", () => {
  const bytes = new TextEncoder().encode('{"price":"5 €"}');
  const data = btoa(String.fromCharCode(...bytes));
  expect(inlineText(`data:application/json;charset=utf-8;base64,${data}`)).toBe('{"price":"5 €"}');
});

test("base64 may be percent-encoded, too", () => {
  expect(inlineText(`DATA:application/json;base64,${encodeURIComponent(btoa("{}x"))}`)).toBe("{}x");
});

test("without base64 it is percent-encoded text", () => {
  expect(inlineText("data:application/json,%7B%22a%22%3A%22%E2%82%AC%22%7D")).toBe('{"a":"€"}');
});

test("what is not decodable is refused", () => {
  expect(() => inlineText("data:application/json;base64,***")).toThrow();
  expect(() => inlineText("data:application/json,%E2%82")).toThrow();
});

test("only addresses of that scheme are inline", () => {
  expect([isInline("DATA:,x"), isInline("data.js.map"), isInline("https://a/data:")]).toEqual([
    true,
    false,
    false,
  ]);
});
