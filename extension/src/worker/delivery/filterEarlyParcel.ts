// Filters early parcels, whose page was left before it knew the settings.
import { keepsLevel, type Level } from "../../shared/keepsLevel.js";
import type { Parcel } from "../../shared/messages.js";
import type { CaptureLevel, Settings } from "../../shared/settings.js";
import { isCapturedSite } from "../../shared/sites.js";
import { isStreamOn } from "../../shared/streamSwitches.js";

/** The filtered parcel; null if nothing is left. */
export function filterEarlyParcel(
  { early: _, ...parcel }: Parcel,
  site: string,
  settings: Settings,
): Parcel | null {
  if (!isCapturedSite(site, settings) || !isStreamOn(parcel.stream, settings)) return null;
  const { captureLevel } = settings;
  if (parcel.stream !== "logs" || captureLevel === "all") return parcel;
  const kept = keptEvents(parcel.events, captureLevel);
  if (kept.length === 0 && parcel.dropped === undefined) return null;
  const events = kept.map((event) => JSON.stringify(event)).join(",");
  return { ...parcel, events, count: kept.length };
}

interface Logged {
  type?: unknown;
  level?: Level;
}

function keptEvents(events: string, captureLevel: CaptureLevel): Logged[] {
  return parse(events).filter(({ type, level }) => type !== "console" || keepsLevel(captureLevel, level));
}

/** The page world wrote it, so it is not trusted. */
function parse(events: string): Logged[] {
  try {
    return (JSON.parse(`[${events}]`) as (Logged | null)[]).filter((event) => event !== null);
  } catch {
    return [];
  }
}
