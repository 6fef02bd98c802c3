// What names a finding, and where it was found.
import type { SecurityFinding } from "../../generated/views.js";

/** Stable as long as the same issue is found. */
export function keyOf({ category, title, evidence }: SecurityFinding): string {
  const place = ["method", "origin", "url", "page_url", "header", "param_name", "redacted_value"];
  return [category, title, ...place.map((name) => evidence[name] ?? "")].join(" ").trim();
}

/** A short description of where it was found. */
export function placeOf({ evidence }: SecurityFinding): string {
  const { method, url, source, page_url, field } = evidence;
  const address = url ?? source ?? page_url ?? "";
  return [method, address, url ? "" : field].filter(Boolean).join(" ");
}
