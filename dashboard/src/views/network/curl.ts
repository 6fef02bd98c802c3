// A request as a curl command. The page chose every part of it, and the command is pasted into a terminal.

import type { RequestDetail } from "../../generated/views.js";
import { webAddress } from "../../parts/safeLink.js";

const TOKEN = /^[\w!#$%&*+.^|~-]+$/;
/** Set by curl itself, or true of the browser's connection only. */
const LEFT_OUT = ["host", "connection", "content-length", "accept-encoding"];
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Empty for an address that is not http or https. */
export function curlOf({ timing, body }: Pick<RequestDetail, "timing" | "body">): string {
  const url = webAddress(body?.url ?? timing?.url ?? "");
  if (!url) return "";
  const method = body?.method ?? timing?.method ?? "GET";
  const headers = Object.entries(body?.requestHeaders ?? {}).filter(
    ([name]) => TOKEN.test(name) && !LEFT_OUT.includes(name.toLowerCase()),
  );
  return [
    "curl --globoff",
    ...(method !== "GET" && TOKEN.test(method) ? [`--request ${quote(method)}`] : []),
    ...headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body?.requestBody ? [`--data-raw ${quote(body.requestBody)}`] : []),
    `--url ${quote(url)}`,
  ].join(" \\\n  ");
}

/** One argument. Characters that a terminal acts on are written as escapes. */
function quote(text: string): string {
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${Array.from(text, escaped).join("")}'`;
}

function escaped(char: string): string {
  if (char === "\n") return "\\n";
  if (char === "'" || char === "\\") return `\\${char}`;
  if (!CONTROL.test(char)) return char;
  return `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
