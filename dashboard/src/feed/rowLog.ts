// The rows that the dashboard keeps: the newest ones, ordered by time, without duplicates.

import { MAX_DASHBOARD_ROWS } from "../generated/limits.js";
import type { Row } from "../generated/views.js";
import type { Kind } from "./row.js";

export class RowLog {
  /** Oldest first. The array is replaced, never mutated, so that callers can compare references. */
  rows: readonly Row[] = [];
  #byRef = new Map<string, Row>();

  add(batch: readonly Row[]): void {
    const replaced = new Set<Row>();
    for (const row of batch) {
      const known = this.#byRef.get(row.ref);
      if (known) replaced.add(known);
      this.#byRef.set(row.ref, row);
    }
    const kept = replaced.size > 0 ? this.rows.filter((row) => !replaced.has(row)) : this.rows;
    const fresh = batch.filter((row) => this.#byRef.get(row.ref) === row).sort(byTime);
    this.rows = this.#newest(merge(kept, fresh));
  }

  forget(kinds: ReadonlySet<Kind>): void {
    this.rows = this.rows.filter(({ kind }) => !kinds.has(kind));
    this.#byRef = new Map(this.rows.map((row) => [row.ref, row]));
  }

  #newest(rows: Row[]): Row[] {
    const excess = rows.length - MAX_DASHBOARD_ROWS;
    if (excess <= 0) return rows;
    for (const row of rows.slice(0, excess)) this.#byRef.delete(row.ref);
    return rows.slice(excess);
  }
}

function byTime(one: Row, other: Row): number {
  return one.at - other.at;
}

/** Both arrays are sorted and new rows are mostly later, so only the end is searched. */
function merge(kept: readonly Row[], fresh: Row[]): Row[] {
  const first = fresh[0];
  if (!first) return [...kept];
  let from = kept.length;
  while (from > 0 && (kept[from - 1] as Row).at > first.at) from -= 1;
  const tail = [...kept.slice(from), ...fresh].sort(byTime);
  return [...kept.slice(0, from), ...tail];
}
