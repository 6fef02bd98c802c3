// The options page: server address, capture settings, sites.

import { MAX_ACTION_BUFFER, MIN_ACTION_BUFFER } from "../generated/limits.js";
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
  bufferField.min = String(MIN_ACTION_BUFFER);
  bufferField.max = String(MAX_ACTION_BUFFER);
  byId("buffer-hint").textContent =
    `How many recent user actions generated scripts can use (${MIN_ACTION_BUFFER} to ${MAX_ACTION_BUFFER}).`;
  bufferField.addEventListener("change", () => void saveBufferSize());
  for (const level of CAPTURE_LEVELS.toReversed()) levelField.append(new Option(LEVEL_NAMES[level], level));
  const settings = readSettings(await chrome.storage.local.get(null));
  urlField.value = settings.serverUrl;
  // Enabled only now: earlier input would be overwritten by the stored value.
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

/** Shows the corrected value if the input was out of bounds. */
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
  // Should the worker not answer, the popup shows what to run.
  await askWorker({ type: "nameServer", url: checked.url }).catch(() => undefined);
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
