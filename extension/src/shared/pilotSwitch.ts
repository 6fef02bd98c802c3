// How the AI Web Pilot switch is stored: one value in three areas, and in `local` a note of an "off" that sync owes.

/** The specification's key. */
export const PILOT_KEY = "aiWebPilotEnabled";

/**
 * Of `local` alone: the person switched off, and sync has not said yet that it has it. It wins over what sync says, because
 * sync may refuse (it takes so many writes a minute), and an "off" must not come back as "on".
 */
export const OFF_OWED_KEY = "aiWebPilotOffOwed";

/** Written to `local` in one piece, so that a worker that dies leaves both or none. */
export function localItems(enabled: boolean): Record<string, boolean> {
  return { [PILOT_KEY]: enabled, [OFF_OWED_KEY]: !enabled };
}
