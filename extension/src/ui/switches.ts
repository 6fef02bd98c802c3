// The switches of one page, out of the settings table; each acts at once.
import { type Place, readSettings, SWITCHES, type SwitchKey } from "../shared/settings.js";
import { askWorker } from "./ask.js";
import { switchRow } from "./switchRow.js";

const HINTS: Partial<Record<SwitchKey, string>> = {
  aiWebPilotEnabled: "Allows AI to interact with page",
};

/** Appends the switches of this place; the pilot's shows what the worker confirmed. */
export async function addSwitches(parent: HTMLElement, place: Place): Promise<void> {
  const settings = readSettings(await chrome.storage.local.get(null));
  for (const { key, label } of SWITCHES.filter((one) => one.place === place)) {
    const { element, input } = switchRow(key, label, HINTS[key]);
    input.checked = settings[key];
    input.addEventListener("change", () => void move(key, input));
    parent.append(element);
  }
}

async function move(key: SwitchKey, input: HTMLInputElement): Promise<void> {
  const value = { [key]: input.checked };
  if (key !== "aiWebPilotEnabled") {
    await chrome.storage.local.set(value);
    return;
  }
  // The pilot's document: write all areas and tell the worker, whose answer is the truth.
  const areas = [chrome.storage.sync, chrome.storage.local, chrome.storage.session];
  for (const area of areas) void area.set(value);
  const { pilot } = await askWorker({ type: "setAiWebPilotEnabled", enabled: input.checked });
  input.checked = pilot;
}
