// How a verdict is named and colored.
import type { Tone } from "../../parts/badge.js";
import { readableName } from "../../parts/readableName.js";

const TONES = new Map<string, Tone>([
  ["fixed", "good"],
  ["improved", "good"],
  ["mixed", "warn"],
  ["different_issue", "warn"],
  ["regressed", "bad"],
]);

/** Where no error was captured before, nothing can be said to be right. */
export function verdictName(verdict: string): string {
  return verdict === "no_issues_detected" ? "No error to compare" : readableName(verdict);
}

export function toneOf(verdict: string): Tone {
  return TONES.get(verdict) ?? "plain";
}
