// Sessions, snapshots and verdicts, as the server sends them.
import type { VerdictSummary } from "../../generated/views.js";
import type { Tone } from "../../parts/badge.js";

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
  };
  summary: Record<string, unknown>;
}

export interface VerdictRecordDetail extends VerdictSummary {
  details: FixResult | SessionDiff;
}

const TONES = new Map<string, Tone>([
  ["fixed", "good"],
  ["improved", "good"],
  ["no_issues_detected", "good"],
  ["mixed", "warn"],
  ["different_issue", "warn"],
  ["regressed", "bad"],
]);

export function toneOf(verdict: string): Tone {
  return TONES.get(verdict) ?? "plain";
}
