// What a copy of the extension that `gasoline browser` or `gasoline extension` made brings along; empty in every other copy.
import type { Settings } from "../shared/settings.js";

const DEFAULTS_FILE = "defaults.json";

/** The switches that `gasoline browser` has flags for. */
export type OwnSwitches = Pick<
  Settings,
  "networkBodyCaptureEnabled" | "captureAllSites" | "aiWebPilotEnabled"
>;

export interface OwnDefaults {
  serverUrl?: string;
  firstPage?: string;
  /** Connects to the server of the person who made the copy, without any further step. */
  key?: string;
  switches?: OwnSwitches;
}

export async function readOwnDefaults(): Promise<OwnDefaults> {
  return (await fetch(DEFAULTS_FILE)).json();
}
