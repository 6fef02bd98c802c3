// The level filter: which console calls a setting keeps.
import type { CaptureLevel } from "../shared/settings.js";
import type { Level } from "./outbox.js";

/** Exceptions, failed requests and timings have no level here: they are always kept. */
export function keepsLevel(kept: CaptureLevel, level: Level | undefined): boolean {
  if (kept === "all" || level === undefined || level === "error") return true;
  return kept === "warnings" && level === "warn";
}
