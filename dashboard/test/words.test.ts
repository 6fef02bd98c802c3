// Numbers, names and places as the analysing views write them.
import { expect, test } from "vitest";
import type { SecurityFinding } from "../src/generated/views.js";
import { readableName } from "../src/parts/readableName.js";
import { METRIC_NAMES, writeChange, writeMetric } from "../src/views/performance/metrics.js";
import { keyOf, placeOf } from "../src/views/security/finding.js";
import { toneOf } from "../src/views/sessions/verdictRecord.js";

test.each([
  ["no_issues_detected", "No issues detected"],
  ["pii_exposure", "PII exposure"],
  ["page_url", "Page URL"],
])("%s is read as “%s”", (name, shown) => expect(readableName(name)).toBe(shown));

test.each([
  ["lcp", 512.4, "512 ms"],
  ["load", 1_234, "1.23 s"],
  ["cls", 0.01234, "0.012"],
  ["requests", 1_200, "1,200"],
  ["transfer_size", 0, "0.0 KB"],
  ["transfer_size", 204_800, "200 KB"],
  ["transfer_size", 3 * 1024 * 1024, "3.0 MB"],
] as const)("%s of %d is written as %s", (metric, value, shown) => {
  expect(writeMetric(metric, value)).toBe(shown);
});

test("what was not measured is a dash, whatever the metric", () => {
  expect(METRIC_NAMES.map((name) => writeMetric(name, null))).toEqual(METRIC_NAMES.map(() => "–"));
});

test.each([
  [1_500, 1_000, "+50 %"],
  [900, 1_000, "−10 %"],
  [1_000, 1_000, "0 %"],
  [0, 0, "0 %"],
  [3, 0, "from 0"],
])("%d against %d is %s", (now, usual, shown) => expect(writeChange(now, usual)).toBe(shown));

function finding(evidence: Record<string, unknown>): SecurityFinding {
  return { severity: "info", category: "headers", title: "T", description: "", evidence, recommendation: "" };
}

test.each([
  [{ method: "GET", url: "/api", field: "url" }, "GET /api"],
  [{ field: "console", source: "app.js:3" }, "app.js:3 console"],
  [{ field: "console", page_url: "http://localhost/" }, "http://localhost/ console"],
])("%j is found at %s", (evidence, shown) => expect(placeOf(finding(evidence))).toBe(shown));

test("findings at two places have two keys", () => {
  expect(keyOf(finding({ url: "/a" }))).not.toBe(keyOf(finding({ url: "/b" })));
});

test("a verdict that is not known is neither good nor bad", () => {
  const tones = ["fixed", "regressed", "toString"].map((verdict) => toneOf({ verdict, is_proved: true }));
  expect(tones).toEqual(["good", "bad", "plain"]);
});
