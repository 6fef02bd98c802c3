// Snippets that fit into what one error may take.
import { SNIPPETS_BYTES } from "../../generated/limits.js";
import type { SourceSnippet } from "../../generated/wire.js";

/** The topmost frames say most: the last snippets go first, then the outermost lines. */
export function withinBytes(
  snippets: readonly SourceSnippet[],
  bytes: number = SNIPPETS_BYTES,
): SourceSnippet[] {
  let kept = [...snippets];
  while (kept.length > 1 && sizeOf(kept) > bytes) kept.pop();
  while (kept[0] !== undefined && sizeOf(kept) > bytes) {
    const [{ snippet }] = kept as [SourceSnippet];
    if (snippet.length <= 1) return [];
    kept = [{ ...kept[0], snippet: withoutOuter(snippet) }];
  }
  return kept;
}

function withoutOuter(lines: SourceSnippet["snippet"]): SourceSnippet["snippet"] {
  const error = lines.findIndex(({ isError }) => isError);
  return error > lines.length - 1 - error ? lines.slice(1) : lines.slice(0, -1);
}

function sizeOf(snippets: SourceSnippet[]): number {
  return new TextEncoder().encode(JSON.stringify(snippets)).length;
}
