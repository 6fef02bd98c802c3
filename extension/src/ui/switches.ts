// The switches of one page, out of the settings table; each acts at once.
import { localItems, PILOT_KEY } from "../shared/pilotSwitch.js";
import { type Place, readSettings, SWITCHES, type SwitchKey } from "../shared/settings.js";
import { ALL_SITES_PERMISSION } from "../shared/sites.js";
import { askWorker } from "./ask.js";
import { switchRow } from "./switchRow.js";

const HINTS: Partial<Record<SwitchKey, string>> = {
  aiWebPilotEnabled: "Highlight, state, execute. ⚠️ Allows AI to interact with page",
  aiWebPilotMark: "A small sign in the page’s corner; the icon shows it in any case",
  screenshotOnError: "Needs “Capture all sites” in the options",
  networkBodyCaptureEnabled: "What requests send and receive",
  captureAllSites: "The browser asks for your permission",
  aiContextEnabled: "What was around an error",
  aiContextSourceSnippets: "With an error, while “AI Error Context” is on in the popup",
  aiContextComponentTree: "Names and keys of React, Vue and Svelte components",
  enhancedSelectorsEnabled:
    "With a user action: test id, role, label, text and id of its element; off, only the CSS path",
  aiContextStateSnapshot: "Keys and some values of the application’s state; secrets are left out",
};

/** A switch that does nothing while another one is off. */
const UNDER: Partial<Record<SwitchKey, SwitchKey>> = {
  aiContextSourceSnippets: "aiContextEnabled",
  aiContextComponentTree: "aiContextEnabled",
  aiContextStateSnapshot: "aiContextEnabled",
  enhancedSelectorsEnabled: "actionCaptureEnabled",
};

/** Switches that take more than a write to the storage; each ends with the confirmed state. */
const MOVES: Partial<Record<SwitchKey, (input: HTMLInputElement) => Promise<void>>> = {
  aiWebPilotEnabled: movePilot,
  captureAllSites: moveAllSites,
};

/** Appends the switches of this place; the pilot's shows what the worker confirmed. */
export async function addSwitches(parent: HTMLElement, place: Place): Promise<void> {
  const settings = readSettings(await chrome.storage.local.get(null));
  for (const { key, label } of SWITCHES.filter((one) => one.place === place)) {
    const { element, input } = switchRow(key, label, HINTS[key]);
    input.checked = settings[key];
    input.addEventListener("change", () => void move(key, input));
    parent.append(element);
    const above = UNDER[key];
    if (above) follow(input, above, settings[above]);
  }
}

function follow(input: HTMLInputElement, above: SwitchKey, isOn: boolean): void {
  input.disabled = !isOn;
  chrome.storage.onChanged.addListener((changes) => {
    const change = changes[above];
    if (change) input.disabled = !readSettings({ [above]: change.newValue })[above];
  });
}

async function move(key: SwitchKey, input: HTMLInputElement): Promise<void> {
  const special = MOVES[key];
  if (special) await special(input);
  else await chrome.storage.local.set({ [key]: input.checked });
}

/** The permission must be asked for within the click. */
async function moveAllSites(input: HTMLInputElement): Promise<void> {
  const capture = input.checked;
  if (capture && !(await chrome.permissions.request({ origins: [ALL_SITES_PERMISSION] }))) {
    input.checked = false;
    return;
  }
  await askWorker({ type: "captureAllSites", capture });
  input.checked = readSettings(await chrome.storage.local.get(null)).captureAllSites;
}

/** Moves of the pilot's switch: a state that was asked for before one of them knows nothing of it. */
export const pilotMoves = { begun: 0, confirmed: 0 };

/** The pilot's document: write all areas and tell the worker, whose answer is the truth. */
async function movePilot(input: HTMLInputElement): Promise<void> {
  pilotMoves.begun += 1;
  const { sync, local, session } = chrome.storage;
  const items = { [PILOT_KEY]: input.checked };
  const writes = [local.set(localItems(input.checked)), sync.set(items), session.set(items)];
  // The worker writes them too: an area that refuses here (sync has a quota) is no reason to stop.
  for (const write of writes) write.catch(() => undefined);
  try {
    const { pilot } = await askWorker({ type: "setAiWebPilotEnabled", enabled: input.checked });
    if (pilotMoves.confirmed + 1 === pilotMoves.begun) input.checked = pilot;
  } finally {
    pilotMoves.confirmed += 1;
  }
}
