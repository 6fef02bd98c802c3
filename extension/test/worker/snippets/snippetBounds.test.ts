// How long a snippet may get: its lines, and all of them together.
import { expect, test } from "vitest";
import type { SourceSnippet } from "../../../src/generated/wire.js";
import {
  linesAround,
  SNIPPET_LINE_CHARS,
  splitLines,
  truncateAround,
} from "../../../src/worker/snippets/linesAround.js";
import { SNIPPETS_BYTES, withinBytes } from "../../../src/worker/snippets/snippetsOf.js";

const LONG = Array.from({ length: 1000 }, (_, index) => `v${index};`).join("");

// ERR-06
test("five lines before and five after, fewer at the ends of the file", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  expect(linesAround(lines, 10, 1).map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(linesAround(lines, 2, 1).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(linesAround(lines, 20, 1).at(-1)).toEqual({ line: 20, text: "line 20", isError: true });
});

test.each([1, 50, 100, 2000, LONG.length])(
  "a long line is truncated so that column %i is in it",
  (column) => {
    const cut = truncateAround(LONG, column);
    expect(cut.length).toBeLessThanOrEqual(SNIPPET_LINE_CHARS);
    const at = LONG.indexOf(cut.replaceAll("…", ""));
    expect(at).toBeLessThan(column);
    expect(at + SNIPPET_LINE_CHARS).toBeGreaterThanOrEqual(column);
  },
);

test("half a character at the truncation point does not break the text", () => {
  expect(truncateAround("😀".repeat(300), 202).isWellFormed()).toBe(true);
});

test("lines end as JavaScript says", () => {
  expect(splitLines("a\r\nb\rc\u2028d\ne")).toEqual(["a", "b", "c", "d", "e"]);
});

function snippet(text: string): SourceSnippet {
  return { file: "a.ts", line: 6, column: 1, snippet: linesAround(Array(11).fill(text), 6, 1) };
}

// ERR-06
test("the topmost snippets stay when not all fit", () => {
  const wide = [snippet("語".repeat(200)), snippet("語".repeat(200)), snippet("x")];
  expect(withinBytes(wide)).toEqual([wide[0]]);
  expect(withinBytes([snippet("x"), snippet("y")])).toHaveLength(2);
});

test("a snippet that is too large alone loses its outermost lines, not the error", () => {
  const [kept] = withinBytes([snippet("\u0001".repeat(200))]);
  expect(new TextEncoder().encode(JSON.stringify([kept])).length).toBeLessThanOrEqual(SNIPPETS_BYTES);
  expect(kept?.snippet.find(({ isError }) => isError)?.line).toBe(6);
  expect(kept?.snippet.length).toBeLessThan(11);
});
