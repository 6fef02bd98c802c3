// How a verdict is named and colored.
import type { VerdictSummary } from "../../generated/views.js";
import type { Tone } from "../../parts/badge.js";
import { readableName } from "../../parts/readableName.js";

const TONES = new Map<string, Tone>([
  ["fixed", "good"],
  ["improved", "good"],
  ["mixed", "warn"],
  ["different_issue", "warn"],
  ["regressed", "bad"],
]);

type Verdict = Pick<VerdictSummary, "verdict" | "is_proved">;

/** Where no error was captured before, or a hidden one would look the same, nothing can be said to be right. */
export function verdictName({ verdict, is_proved }: Verdict): string {
  if (!is_proved) return "Cannot tell";
  return verdict === "no_issues_detected" ? "No error to compare" : readableName(verdict);
}

export function toneOf({ verdict, is_proved }: Verdict): Tone {
  return (is_proved && TONES.get(verdict)) || "plain";
}
