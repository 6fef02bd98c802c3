// Which names page.js and its parts may shorten.
import { expect, test } from "vitest";
import { TARGETS } from "../buildTargets.mjs";
import { ownNamesIn } from "../ownNames.mjs";
import { bundlePage, PARTS } from "../pageBundle.mjs";

const REQUEST = `
interface PendingRequest {
  callSite: string;
  durationMs?: number;
  finishNow(): void;
}
type Around = {
  readonly outerOne: Around;
};
class Walk { roomLeft = 0; spendRoom() { this.roomLeft--; } }`;
const ALL = ["callSite", "durationMs", "finishNow", "outerOne", "roomLeft", "spendRoom"];

test("members of our own types and classes are shortened", () => {
  expect(ownNamesIn([REQUEST])).toEqual(ALL);
});

test.each([
  ["the browser has", "interface Other {\n  getElementById: string;\n  fetch(): void;\n}", ALL],
  ["a text has, by which it may be looked up", 'export const key = "callSite";', ALL.slice(1)],
  [
    "is a key of a table that is read by its keys",
    "const TABLE = { callSite: 1 }; Object.keys(TABLE);",
    ALL.slice(1),
  ],
  ["page.js offers to the page", "interface Offered {\n  annotate: string;\n}", ALL],
])("a name that %s stays", (_, other, names) => {
  expect(ownNamesIn([REQUEST, other])).toEqual(names);
});

test("a name of a message stays, because it comes and goes as JSON", () => {
  expect(ownNamesIn([REQUEST], ["type Sent = { callSite: string };"])).toEqual(ALL.slice(1));
});

test("a private name that only `this` has is shortened although the browser has it", () => {
  expect(ownNamesIn(["class Counter { private count = 0; add() { this.count++; } }"])).toEqual(["count"]);
});

test("none of our long names is left in the page's world, and its parts have the same short ones", async () => {
  const { text } = await bundlePage(TARGETS.chromium);
  expect(text).not.toMatch(/\.callSite\b/);
  expect(text).toMatch(/annotate/);
  expect(Object.keys(PARTS)).toEqual(["context", "bodies", "failures", "websockets", "traces"]);
});
