// Pretty-printed JSON.
const INDENT = 2;

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, INDENT) ?? "";
}

/** JSON text is pretty-printed; other text is unchanged. */
export function prettyText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}
