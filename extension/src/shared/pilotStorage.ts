// How the AI Web Pilot switch is stored: one value in three areas, plus a note in `local` of an unconfirmed "off".

/** The key in `storage.sync`, and in its copies. */
export const PILOT_KEY = "aiWebPilotEnabled";

/**
 * In `local` only: the user switched off, and sync has not confirmed it yet. It takes precedence over sync, because
 * sync may reject writes (it limits them per minute), and an "off" must never turn back into "on".
 */
export const OFF_OWED_KEY = "aiWebPilotOffOwed";

/** Written to `local` in one call, so that a stopped worker leaves both values or neither. */
export function localItems(enabled: boolean): Record<string, boolean> {
  return { [PILOT_KEY]: enabled, [OFF_OWED_KEY]: !enabled };
}

/** The id of the frame around a highlighted element. */
export const HIGHLIGHTER_ID = "gasoline-highlighter";

/**
 * An element that may have a shadow root and that a page can neither define nor upgrade: code of a page runs in elements
 * whose name has a hyphen, and could reach into their closed shadow root.
 */
export const MARK_TAG = "aside";
