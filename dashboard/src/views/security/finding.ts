// A security finding as the server sends it, with secrets masked.
import type { Severity } from "../../parts/severity.js";

export interface Finding {
  severity: Severity;
  category: string;
  title: string;
  description: string;
  evidence: Record<string, unknown>;
  recommendation: string;
  cwe?: string;
}

/** Stable as long as the same issue is found. */
export function keyOf({ category, title, evidence }: Finding): string {
  const place = ["method", "origin", "url", "page_url", "header", "param_name", "redacted_value"];
  return [category, title, ...place.map((name) => evidence[name] ?? "")].join(" ").trim();
}

/** A short description of where it was found. */
export function placeOf({ evidence }: Finding): string {
  const { method, url, source, page_url, field } = evidence;
  const address = url ?? source ?? page_url ?? "";
  return [method, address, url ? "" : field].filter(Boolean).join(" ");
}
