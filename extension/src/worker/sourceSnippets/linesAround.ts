// The lines around a place, none longer than a reader wants to see.
import { SNIPPET_CONTEXT_LINES, SNIPPET_LINE_CHARS } from "../../generated/limits.js";
import type { SnippetLine } from "../../generated/wire.js";

const CUT = "…";

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
      ? { line: number, text: cutAround(text, column), isError: true }
      : { line: number, text: cutAround(text, 1) };
  });
}

/** At most 200 characters, the column among them. */
export function cutAround(text: string, column: number): string {
  if (text.length <= SNIPPET_LINE_CHARS) return text.toWellFormed();
  const room = SNIPPET_LINE_CHARS - 2 * CUT.length;
  const start = Math.max(0, Math.min(column - 1 - room / 2, text.length - room));
  const end = start + room;
  const cut = text.slice(start, end).toWellFormed();
  return `${start > 0 ? CUT : ""}${cut}${end < text.length ? CUT : ""}`;
}
