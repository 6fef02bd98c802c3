// Sessions, snapshots and verdicts, as the server sends them.
import type { VerdictSummary } from "../../generated/views.js";
import type { Tone } from "../../parts/badge.js";
import { readableName } from "../../parts/readableName.js";
import type { PageDifferences } from "./pageChanges.js";

export interface Change {
  type: string;
  category: string;
  before: string;
  after: string;
}

interface Counts {
  console_errors: number;
  network_errors: number;
  total_issues: number;
}

export interface FixResult {
  before: Counts;
  after: Counts;
  changes: Change[];
  new_issues: Change[];
  page_changes?: PageDifferences;
  expectation?: { expect: string; seen: string };
  masked: boolean;
  caution?: string;
  evidence: Record<string, unknown>;
  performance_diff?: { load_time_before: string; load_time_after: string; change: string };
}

interface Issue {
  message: string;
  count: number;
}

interface Call {
  method: string;
  url: string;
  status?: number;
  before?: number;
  after?: number;
  duration_change?: string;
}

export interface SessionDiff {
  diff: {
    errors: Record<"new" | "resolved" | "unchanged", Issue[]>;
    network: Record<"new_errors" | "status_changes" | "new_endpoints" | "missing_endpoints", Call[]>;
    performance: Record<string, { before: number; after: number; change: string; regression: boolean }>;
    websockets: { connection_changes: { url: string; before: string | null; after: string | null }[] };
    page?: PageDifferences;
  };
  summary: Record<string, unknown>;
}

export interface VerdictRecordDetail extends VerdictSummary {
  details: FixResult | SessionDiff;
}

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
