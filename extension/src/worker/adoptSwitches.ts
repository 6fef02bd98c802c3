// Applies the switches that `gasoline browser` was started with. A change in the popup stays until the flags change.
import { DEFAULTS } from "../shared/settings.js";
import { captureAllSites } from "./captureSites.js";
import type { OwnSwitches } from "./ownDefaults.js";
import type { PilotSwitch } from "./pilot/pilotSwitch.js";
import type { Preferences } from "./preferences.js";

const ADOPTED = "adoptedSwitches";

export async function adoptSwitches(
  wanted: OwnSwitches | undefined,
  preferences: Preferences,
  pilot: PilotSwitch,
): Promise<void> {
  if (wanted === undefined) return;
  const stored: { [ADOPTED]?: Partial<OwnSwitches> } = await chrome.storage.local.get(ADOPTED);
  const before: OwnSwitches = { ...DEFAULTS, ...stored[ADOPTED] };
  const { networkBodyCaptureEnabled, captureAllSites: allSites, aiWebPilotEnabled } = wanted;
  if (networkBodyCaptureEnabled !== before.networkBodyCaptureEnabled) {
    await preferences.change({ networkBodyCaptureEnabled });
  }
  if (allSites !== before.captureAllSites) await captureAllSites(preferences, allSites);
  if (aiWebPilotEnabled !== before.aiWebPilotEnabled) await pilot.set(aiWebPilotEnabled);
  await chrome.storage.local.set({ [ADOPTED]: wanted });
}
