// Text of a page inside Markdown: it can end neither the code that it stands in nor its line.
import { visible } from "./visible.js";

const SHORTEST_FENCE = 3;

export function fenced(text: string): string {
  const fence = "`".repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
  return `${fence}\n${visible(text)}\n${fence}`;
}

export function inCode(text: string): string {
  const line = visible(text).replaceAll("\n", " ");
  const mark = "`".repeat(longestRun(line) + 1);
  return mark.length > 1 ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

/** Nothing for an empty text. */
export function titledBlock(title: string, text: string | null | undefined): string[] {
  return text ? [`${title}:`, fenced(text)] : [];
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
