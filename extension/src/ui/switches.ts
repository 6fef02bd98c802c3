// The switches of one page, built from the settings table; each takes effect at once.
import { localItems, PILOT_KEY } from "../shared/pilotStorage.js";
import { type Place, readSettings, SWITCHES, type SwitchKey } from "../shared/settings.js";
import { ALL_SITES_PERMISSION } from "../shared/sites.js";
import { askWorker } from "./ask.js";
import { switchRow } from "./switchRow.js";

const HINTS: Partial<Record<SwitchKey, string>> = {
  aiWebPilotEnabled: "⚠️ Lets the assistant highlight elements, run scripts and save or restore state",
  aiWebPilotMark: "In the corner of the page; the toolbar icon always shows it",
  screenshotOnError: "Requires “Capture all sites”",
  networkBodyCaptureEnabled: "Captures request and response bodies",
  failedResponseBodiesEnabled:
    "The beginning of a response with status 400 or higher, or one the page could not read, with its error.",
  traceparentEnabled:
    "Adds a header with a random trace id to requests to the page's own origin, whose server sees it. It joins that server's traces with exported ones.",
  captureAllSites: "Your browser will ask for permission",
  aiContextEnabled: "Adds source, components and actions",
  aiContextSourceSnippets: "Attached to errors. Requires “AI Error Context” in the popup.",
  aiContextComponentTree: "Names and keys of React, Vue and Svelte components. Requires “AI Error Context”.",
  enhancedSelectorsEnabled:
    "Records test id, role, label, text and id of each element you use. When off, only the CSS path is recorded.",
  aiContextStateSnapshot:
    "Keys and some values of the application’s state, without secrets. Requires “AI Error Context”.",
};

/** Switches that have no effect while another one is off. */
const UNDER: Partial<Record<SwitchKey, SwitchKey>> = {
  aiContextSourceSnippets: "aiContextEnabled",
  aiContextComponentTree: "aiContextEnabled",
  aiContextStateSnapshot: "aiContextEnabled",
  enhancedSelectorsEnabled: "actionCaptureEnabled",
};

/** Switches that need more than a storage write; each ends with the confirmed state. */
const MOVES: Partial<Record<SwitchKey, (input: HTMLInputElement) => Promise<void>>> = {
  aiWebPilotEnabled: movePilot,
  captureAllSites: moveAllSites,
};

/** Appends the switches of this page. */
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

/** The permission must be requested during the click. */
async function moveAllSites(input: HTMLInputElement): Promise<void> {
  const capture = input.checked;
  if (capture && !(await chrome.permissions.request({ origins: [ALL_SITES_PERMISSION] }))) {
    input.checked = false;
    return;
  }
  await askWorker({ type: "captureAllSites", capture });
  input.checked = readSettings(await chrome.storage.local.get(null)).captureAllSites;
}

/** Counts changes of the pilot switch: a state requested before a change does not include it. */
export const pilotMoves = { begun: 0, confirmed: 0 };

/** Writes all storage areas and notifies the worker, whose answer is authoritative. */
async function movePilot(input: HTMLInputElement): Promise<void> {
  pilotMoves.begun += 1;
  const { sync, local, session } = chrome.storage;
  const items = { [PILOT_KEY]: input.checked };
  const writes = [local.set(localItems(input.checked)), sync.set(items), session.set(items)];
  // The worker writes them too, so a write that fails here (sync has a quota) can be ignored.
  for (const write of writes) write.catch(() => undefined);
  try {
    const { pilot } = await askWorker({ type: "setAiWebPilotEnabled", enabled: input.checked });
    if (pilotMoves.confirmed + 1 === pilotMoves.begun) input.checked = pilot;
  } finally {
    pilotMoves.confirmed += 1;
  }
}
