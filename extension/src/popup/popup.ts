// The popup: capture status and the everyday switches. Opened as a tab, it shows the most recently used tab.
import type { PopupState, ToPopup } from "../shared/messages.js";
import { isLocalUrl, PENDING_SITE, permissionPattern } from "../shared/sites.js";
import { askWorker, byId } from "../ui/ask.js";
import { addSwitches, pilotMoves } from "../ui/switches.js";
import { type SwitchRow, switchRow } from "../ui/switchRow.js";
import { showCommands } from "./pilotCommands.js";
import { connectionText, droppedText, pairCommand, siteText } from "./popupTexts.js";

const POPUP_REFRESH_MS = 1_000; // the popup looks again

let site: SwitchRow;
let shown: PopupState | null = null;
let tabId: number | undefined;

async function start(): Promise<void> {
  tabId = await ownSubject();
  site = switchRow("capture-site", "Capture this site", siteText(null));
  site.input.addEventListener("change", () => void captureSite(site.input.checked));
  byId("switches").append(site.element);
  await addSwitches(byId("switches"), "popup");
  byId("trust").addEventListener("click", () => void act({ type: "trustServer" }));
  byId("copy").addEventListener("click", () => void copyCommand());
  byId("clear").addEventListener("click", () => void act({ type: "clearLogs" }));
  byId("save").addEventListener("click", () => void saveSession());
  byId("options").addEventListener("click", openOptions);
  chrome.runtime.onMessage.addListener(onMessage);
  await refresh();
  setInterval(() => void refresh(), POPUP_REFRESH_MS);
}

/** A real popup belongs to the tab below it; opened as a tab, `?tabId=` or the worker decides. */
async function ownSubject(): Promise<number | undefined> {
  const asked = Number(new URLSearchParams(location.search).get("tabId") ?? Number.NaN);
  if (Number.isSafeInteger(asked)) return asked;
  if ((await chrome.tabs.getCurrent()) !== undefined) return undefined;
  const [under] = await chrome.tabs.query({ active: true, currentWindow: true });
  return under?.id;
}

async function refresh(): Promise<void> {
  const { begun } = pilotMoves;
  try {
    const state = await askWorker(tabId === undefined ? { type: "getState" } : { type: "getState", tabId });
    show(state);
    if (begun === pilotMoves.begun && begun === pilotMoves.confirmed) showPilot(state.pilot);
  } catch {
    // The worker is restarting; the next poll asks again.
  }
}

async function act(message: { type: "trustServer" } | { type: "clearLogs" }): Promise<void> {
  await askWorker(message);
  await refresh();
}

async function saveSession(): Promise<void> {
  write("save-note", "Saving…");
  write("saved-path", "");
  const { saved } = await askWorker({ type: "saveSession" });
  if (saved === undefined) return;
  write("save-note", "path" in saved ? "Saved, with secrets masked:" : saved.failure);
  write("saved-path", "path" in saved ? saved.path : "");
  byId("saved-path").title = byId("saved-path").textContent ?? "";
}

/** The permission must be requested during the click. Its prompt may close this popup, so the worker finishes the job. */
async function captureSite(capture: boolean): Promise<void> {
  const origin = shown?.site?.origin;
  if (origin === undefined) return;
  if (capture && !isLocalUrl(origin)) {
    void chrome.storage.session.set({ [PENDING_SITE]: origin });
    const granted = await chrome.permissions.request({ origins: [permissionPattern(origin)] });
    void chrome.storage.session.remove(PENDING_SITE);
    if (!granted) return refresh();
  }
  await askWorker({ type: "captureSite", origin, capture });
  await refresh();
}

function onMessage(message: ToPopup): void {
  switch (message.type) {
    case "stateChanged":
      void refresh();
      return;
    case "pilotStatusChanged":
      return showPilot(message.enabled);
    default:
      message satisfies never;
  }
}

function show(state: PopupState): void {
  shown = state;
  showConnection(state);
  showCounts(state);
  showSite(state);
  showCommands(state.pilotCommands);
  byId("mark-hidden").hidden = !state.hidesMark;
}

function showPilot(enabled: boolean): void {
  byId<HTMLInputElement>("aiWebPilotEnabled").checked = enabled;
}

function showConnection({ connection, serverUrl }: PopupState): void {
  const { headline, advice } = connectionText(connection, serverUrl);
  write("connection", headline);
  write("advice", advice);
  byId("light").dataset.state = connection.state;
  byId("trust").hidden = connection.state !== "different_server";
  const command = pairCommand(connection);
  byId("pair").hidden = command === null;
  write("pair-command", command ?? "");
}

async function copyCommand(): Promise<void> {
  await navigator.clipboard.writeText(byId("pair-command").textContent ?? "");
  write("copy", "Copied");
}

function showCounts({ errors, queued, dropped }: PopupState): void {
  const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  for (const [id, count] of Object.entries({ errors, queued, dropped: lost })) {
    write(id, count.toLocaleString("en"));
    byId(id).dataset.any = String(count > 0);
  }
  write("dropped-why", `Dropped: ${droppedText(dropped)}`);
  byId("dropped-why").hidden = lost === 0;
}

function showSite(state: PopupState): void {
  site.input.disabled = state.site === null;
  site.input.checked = state.site?.captured ?? false;
  write("capture-site-hint", siteText(state.site));
}

/** Writes only on changes: screen readers announce a status region whenever it is rewritten. */
function write(id: string, text: string): void {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

function openOptions(event: Event): void {
  event.preventDefault();
  void chrome.runtime.openOptionsPage();
}

void start();
