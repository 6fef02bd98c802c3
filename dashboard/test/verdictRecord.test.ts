// Where no error was captured before, the dashboard does not say that nothing is wrong.
import { expect, test } from "vitest";
import { toneOf, verdictName } from "../src/views/sessions/verdictRecord.js";

test("a comparison without an error is neither good nor called so", () => {
  expect([verdictName("no_issues_detected"), toneOf("no_issues_detected")]).toEqual([
    "No error to compare",
    "plain",
  ]);
});

test("other verdicts are named by their words", () => {
  expect([verdictName("different_issue"), toneOf("fixed")]).toEqual(["Different issue", "good"]);
});
