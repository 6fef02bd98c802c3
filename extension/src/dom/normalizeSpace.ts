// Text as one line, normalized like Playwright does.

/** One line, with collapsed white space. */
export function normalizeSpace(text: string): string {
  // Most texts are one word, and this is asked of thousands.
  if (!/[\s\u200b\u00ad]/.test(text)) return text;
  return text
    .replace(/[\u200b\u00ad]/g, "")
    .trim()
    .replace(/\s+/g, " ");
}
