// The lines around a position, each with bounded length.
import type { SnippetLine } from "../../generated/wire.js";

const SNIPPET_CONTEXT_LINES = 5; // ERR-06: before and after
export const SNIPPET_LINE_CHARS = 200; // ERR-06

const ELLIPSIS = "…";

/** Every line end that JavaScript knows, as browsers and bundlers count them. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** `line` and `column` count from 1. */
export function linesAround(lines: readonly string[], line: number, column: number): SnippetLine[] {
  const first = Math.max(1, line - SNIPPET_CONTEXT_LINES);
  return lines.slice(first - 1, line + SNIPPET_CONTEXT_LINES).map((text, index) => {
    const number = first + index;
    return number === line
      ? { line: number, text: truncateAround(text, column), isError: true }
      : { line: number, text: truncateAround(text, 1) };
  });
}

/** At most 200 characters, the column among them. */
export function truncateAround(text: string, column: number): string {
  if (text.length <= SNIPPET_LINE_CHARS) return text.toWellFormed();
  const room = SNIPPET_LINE_CHARS - 2 * ELLIPSIS.length;
  const start = Math.max(0, Math.min(column - 1 - room / 2, text.length - room));
  const end = start + room;
  const truncated = text.slice(start, end).toWellFormed();
  return `${start > 0 ? ELLIPSIS : ""}${truncated}${end < text.length ? ELLIPSIS : ""}`;
}
