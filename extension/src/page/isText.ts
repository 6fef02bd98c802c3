// Whether a body is worth showing as text, by its content type.
import { indexOf, lowerCase, slice, startsWith } from "./natives.js";

const WORDS = ["json", "xml", "javascript", "graphql", "x-www-form-urlencoded"];

/** Without a type it probably is text: servers forget it on errors. */
export function isText(type: string): boolean {
  if (type === "" || startsWith(type, "text/")) return true;
  for (let i = 0; i < WORDS.length; i++) if (indexOf(type, WORDS[i] as string) >= 0) return true;
  return false;
}

/** `[Binary: 12 bytes, type: image/png]`; the size as far as it is known. */
export function binaryNote(bytes: number | string | null, type: string): string {
  return `[Binary: ${bytes ?? "?"} bytes, type: ${type}]`;
}

/** "Text/HTML; charset=utf-8" → "text/html" */
export function mediaType(header: string | null): string {
  if (!header) return "";
  const end = indexOf(header, ";");
  return lowerCase(end < 0 ? header : slice(header, 0, end));
}
