// A security finding, as the server sends it: secrets in it are masked.
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

/** The same for the same matter, as long as it is found. */
export function keyOf({ category, title, evidence }: Finding): string {
  const place = ["method", "origin", "url", "page_url", "header", "param_name", "redacted_value"];
  return [category, title, ...place.map((name) => evidence[name] ?? "")].join(" ").trim();
}

/** Where it was found, in a few words. */
export function placeOf({ evidence }: Finding): string {
  const { method, url, source, page_url, field } = evidence;
  const address = url ?? source ?? page_url ?? "";
  return [method, address, url ? "" : field].filter(Boolean).join(" ");
}
