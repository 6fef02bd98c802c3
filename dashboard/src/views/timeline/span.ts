// The time span that the timeline shows, and how to move it. Pure.
import type { Row } from "../../generated/views.js";

export interface Span {
  from: number;
  to: number;
}

const SHORTEST_MS = 20;
const LONGEST_MS = 7 * 24 * 3_600_000;
/** Older events are not shown by default: a pause of hours would squeeze everything else together. */
const AUTO_MS = 10 * 60_000;
const AUTO_SHORTEST_MS = 10_000;
const MARGIN = 0.03;

/** The default span: the newest minutes. */
export function newestSpan(rows: readonly Row[]): Span {
  const last = rows.at(-1)?.at ?? 0;
  const first = Math.max(rows[0]?.at ?? 0, last - AUTO_MS);
  return withMargin({ from: Math.min(first, last - AUTO_SHORTEST_MS), to: last });
}

export function completeSpan(rows: readonly Row[]): Span {
  const last = rows.at(-1)?.at ?? 0;
  return withMargin({ from: Math.min(rows[0]?.at ?? 0, last - AUTO_SHORTEST_MS), to: last });
}

/** A `factor` below 1 zooms in; the time `around` keeps its position. */
export function zoom({ from, to }: Span, factor: number, around = (from + to) / 2): Span {
  const width = Math.min(Math.max((to - from) * factor, SHORTEST_MS), LONGEST_MS);
  const share = (around - from) / (to - from);
  return { from: around - width * share, to: around + width * (1 - share) };
}

export function pan({ from, to }: Span, byMs: number): Span {
  return { from: from + byMs, to: to + byMs };
}

export function isWithin({ at, duration = 0 }: Row, { from, to }: Span): boolean {
  return at + duration >= from && at <= to;
}

function withMargin({ from, to }: Span): Span {
  const margin = (to - from) * MARGIN;
  return { from: from - margin, to: to + margin };
}
