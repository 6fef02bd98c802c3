// The options page: where the server is, how much is captured, which sites.
import { ACTIONS_MAX, ACTIONS_MIN } from "../generated/limits.js";
import { CAPTURE_LEVELS, type CaptureLevel, readSettings } from "../shared/settings.js";
import { askWorker, byId } from "../ui/ask.js";
import { addSwitches } from "../ui/switches.js";
import { checkServerUrl } from "./serverUrl.js";
import { showSites } from "./siteList.js";

const LEVEL_NAMES: Record<CaptureLevel, string> = {
  all: "Everything",
  warnings: "Warnings and errors",
  errors: "Errors only",
};

const urlField = byId<HTMLInputElement>("server-url");
const levelField = byId<HTMLSelectElement>("capture-level");

const bufferField = byId<HTMLInputElement>("reproduction-buffer-size");

async function start(): Promise<void> {
  bufferField.min = String(ACTIONS_MIN);
  bufferField.max = String(ACTIONS_MAX);
  byId("buffer-hint").textContent =
    `The newest user actions, ${ACTIONS_MIN} to ${ACTIONS_MAX}; generated scripts repeat them.`;
  bufferField.addEventListener("change", () => void saveBufferSize());
  for (const level of CAPTURE_LEVELS.toReversed()) levelField.append(new Option(LEVEL_NAMES[level], level));
  const settings = readSettings(await chrome.storage.local.get(null));
  urlField.value = settings.serverUrl;
  // Not before: what somebody typed would be replaced by what was stored.
  urlField.disabled = byId<HTMLButtonElement>("save-server").disabled = false;
  byId("server-form").addEventListener("submit", (event) => void saveServerUrl(event));
  levelField.addEventListener(
    "change",
    () => void chrome.storage.local.set({ captureLevel: levelField.value }),
  );
  chrome.storage.onChanged.addListener(() => void showSettings());
  await addSwitches(byId("switches"), "options");
  await showSettings();
}

async function showSettings(): Promise<void> {
  const settings = readSettings(await chrome.storage.local.get(null));
  const { captureLevel, capturedSites, disabledSites, reproductionBufferSize } = settings;
  levelField.value = captureLevel;
  bufferField.value = String(reproductionBufferSize);
  showSites(byId("captured-sites"), capturedSites, (site) => void capture(site, false));
  showSites(byId("disabled-sites"), disabledSites, (site) => void capture(site, true));
}

/** What is out of bounds is shown as what it became. */
async function saveBufferSize(): Promise<void> {
  const typed = bufferField.value === "" ? undefined : bufferField.valueAsNumber;
  const { reproductionBufferSize } = readSettings({ reproductionBufferSize: typed });
  bufferField.value = String(reproductionBufferSize);
  await chrome.storage.local.set({ reproductionBufferSize });
}

/** The list follows the storage. */
async function capture(origin: string, isWanted: boolean): Promise<void> {
  await askWorker({ type: "captureSite", origin, capture: isWanted });
}

async function saveServerUrl(event: Event): Promise<void> {
  event.preventDefault();
  const checked = checkServerUrl(urlField.value);
  if ("error" in checked) {
    note("error", checked.error);
    urlField.focus();
    return;
  }
  await chrome.storage.local.set({ serverUrl: checked.url });
  urlField.value = checked.url;
  note("saved", "Saved.");
}

function note(kind: "error" | "saved", text: string): void {
  const element = byId("server-note");
  element.dataset.kind = kind;
  element.textContent = text;
  urlField.setAttribute("aria-invalid", String(kind === "error"));
}

void start();
