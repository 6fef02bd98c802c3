// Where no error was captured before, the dashboard does not say that nothing is wrong.
import { expect, test } from "vitest";
import { toneOf, verdictName } from "../src/views/sessions/verdictRecord.js";

const proved = (verdict: string) => ({ verdict, is_proved: true });

test("a comparison without an error is neither good nor called so", () => {
  expect([verdictName(proved("no_issues_detected")), toneOf(proved("no_issues_detected"))]).toEqual([
    "No error to compare",
    "plain",
  ]);
});

test("other verdicts are named by their words", () => {
  expect([verdictName(proved("different_issue")), toneOf(proved("fixed"))]).toEqual([
    "Different issue",
    "good",
  ]);
});

test("a fix that is not proved is not called fixed", () => {
  const unproved = { verdict: "fixed", is_proved: false };
  expect([verdictName(unproved), toneOf(unproved)]).toEqual(["Cannot tell", "plain"]);
});
