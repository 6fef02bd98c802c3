// Which names page.js may shorten.
import { expect, test } from "vitest";
import { privateNamesIn } from "../privateNames.mjs";

const COUNTER = `
  class Counter {
    private hidden = 0;
    constructor(private readonly onChange: () => void) {}
    add(): void { this.hidden++; this.tell(); }
    private tell(): void { const { onChange } = this; onChange(); }
  }`;

test("private fields, methods and constructor parameters are shortened", () => {
  expect(privateNamesIn([COUNTER])).toEqual(["hidden", "onChange", "tell"]);
});

test.each([
  ["used on another object", "export const f = (event) => event.hidden;"],
  ["used on another instance", "class Other { has(counter: Counter) { return counter.hidden; } }"],
  ["a key of an object", "export const options = { hidden: true };"],
  ["taken out of another object", "export const f = ({ hidden }) => hidden;"],
  ["a text, by which it may be looked up", 'export const key = "hidden";'],
])("a name that is also %s stays", (_, other) => {
  expect(privateNamesIn([COUNTER, other])).toEqual(["onChange", "tell"]);
});

test("a default value in a pattern of this is looked at", () => {
  const other = "class Other { private x = 1; f(event) { const { x = event.hidden } = this; return x; } }";
  expect(privateNamesIn([COUNTER, other])).toEqual(["onChange", "tell", "x"]);
});
