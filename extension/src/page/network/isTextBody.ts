// Whether a body is worth showing as text, by its content type.
import { endsWith, indexOf, lowerCase, slice, startsWith } from "../core/natives.js";

/** Whatever their name ends with: `image/svg+xml` is an image. */
const BINARY = ["image/", "video/", "audio/", "font/"];
const ENDINGS = [
  "json",
  "xml",
  "javascript",
  "ecmascript",
  "graphql",
  "x-www-form-urlencoded",
  "yaml",
  "jsonl",
];

/** Without a type it probably is text: servers forget it on errors. */
export function isTextBody(type: string): boolean {
  if (type === "" || startsWith(type, "text/")) return true;
  for (let i = 0; i < BINARY.length; i++) if (startsWith(type, BINARY[i] as string)) return false;
  for (let i = 0; i < ENDINGS.length; i++) if (endsWith(type, ENDINGS[i] as string)) return true;
  return false;
}

/** `[Binary: 12 bytes, type: image/png]`; the size as far as it is known. */
export function binaryNote(bytes: number | string | null, type: string): string {
  return `[Binary: ${bytes ?? "?"} bytes, type: ${type || "application/octet-stream"}]`;
}

/** "Text/HTML; charset=utf-8" → "text/html" */
export function mediaType(header: string | null): string {
  if (!header) return "";
  const end = indexOf(header, ";");
  return lowerCase(trimmedEnd(end < 0 ? header : slice(header, 0, end)));
}

function trimmedEnd(text: string): string {
  return endsWith(text, " ") ? trimmedEnd(slice(text, 0, -1)) : text;
}
