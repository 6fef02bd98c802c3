// JSON on lines that a person can read.
const INDENT = 2;

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, INDENT) ?? "";
}

/** A text that is JSON is shown on lines; any other as it is. */
export function prettyText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}
