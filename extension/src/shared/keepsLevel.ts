// The level filter: which console calls a setting keeps.
import type { CaptureLevel } from "./settings.js";

/** The level of a console call; entries without a level always pass the filter. */
export type Level = "debug" | "error" | "info" | "log" | "warn";

/** Exceptions, failed requests and timings have no level, so they are always kept. */
export function keepsLevel(kept: CaptureLevel, level: Level | undefined): boolean {
  if (kept === "all" || level === undefined || level === "error") return true;
  return kept === "warnings" && level === "warn";
}
