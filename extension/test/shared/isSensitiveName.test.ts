// The extension and the server agree on which names are sensitive.
import { expect, test } from "vitest";
import examples from "../../../tests/data/field_names.json" with { type: "json" };
import { isSensitiveName } from "../../src/shared/isSensitiveName.js";

test.each(examples.sensitive)("%o is sensitive", (name) => {
  expect(isSensitiveName(name)).toBe(true);
});

test.each(examples.ordinary)("%o is an ordinary name", (name) => {
  expect(isSensitiveName(name)).toBe(false);
});

test("a page that changes the methods of strings changes nothing", () => {
  const { includes, toLowerCase } = String.prototype;
  String.prototype.includes = () => false;
  String.prototype.toLowerCase = () => "x";
  const found = isSensitiveName("confirmPassword");
  Object.assign(String.prototype, { includes, toLowerCase });
  expect(found).toBe(true);
});
