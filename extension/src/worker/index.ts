// The service worker: wires the parts together and listens to browser events.
import { REVIVE_MINUTES, SEARCH_MINUTES } from "#platform/worker/workerLife.js";
import "./loadParts.js";
import "./pilot/loadRunner.js";
import type { FromPopup, Parcel, ToPopup } from "../shared/messages.js";
import { LOCAL_KEYS, localSwitches } from "../shared/settings.js";
import { isCapturedSite } from "../shared/sites.js";
import { adoptSwitches } from "./adoptSwitches.js";
import { badgeOf, showBadge } from "./badge.js";
import { dropUnpermitted, permissionAdded, registerSites } from "./captureSites.js";
import { command, isOwnPage } from "./commands.js";
import { Arrivals } from "./delivery/arrivals.js";
import { Delivery } from "./delivery/delivery.js";
import { DropCounts } from "./delivery/dropCounts.js";
import { filterEarlyParcel } from "./delivery/filterEarlyParcel.js";
import { flush } from "./delivery/flush.js";
import { PersistenceScheduler } from "./delivery/persistenceScheduler.js";
import { Queue } from "./delivery/queue.js";
import { SessionStore } from "./delivery/sessionStore.js";
import { ErrorCounts } from "./errorCounts.js";
import { ErrorScreenshots } from "./errorScreenshots.js";
import { injectIntoOpenTabs, openFirstPage } from "./inject.js";
import { OpenedTabs } from "./openedTabs.js";
import { readOwnDefaults } from "./ownDefaults.js";
import { PageParts } from "./pageParts.js";
import { type Page, Pages, type Receipt, sendToPage, wakePages } from "./pages.js";
import { CommandHistory } from "./pilot/commandHistory.js";
import { PilotGate } from "./pilot/gate.js";
import { PilotSwitch } from "./pilot/pilotSwitch.js";
import { StateLoads } from "./pilot/stateLoads.js";
import { Preferences } from "./preferences.js";
import { answer } from "./queries/queries.js";
import { browserVersion } from "./server/browserVersion.js";
import { Server } from "./server/server.js";
import { ServerKeys } from "./server/serverKeys.js";
import { ServerLink } from "./server/serverLink.js";
import { CallSites } from "./snippets/callSites.js";
import { SourceSnippets } from "./snippets/sourceSnippets.js";

const REVIVE = "revive";

const preferences = new Preferences();
const queue = new Queue();
const drops = new DropCounts(() => persistence.countsChanged());
const errorCounts = new ErrorCounts((tabId) => {
  persistence.countsChanged();
  refreshBadge(tabId);
});
const server = new Server(new ServerKeys(chrome.storage.local, chrome.storage.session), () => {
  refreshBadges();
  serverStateChanged();
  tell({ type: "stateChanged" });
});
const persistence = new PersistenceScheduler({
  queue,
  store: new SessionStore(chrome.storage.session),
  drops,
  errors: errorCounts,
  isOnline: () => server.verified,
});
const delivery = new Delivery({
  queue,
  persistence,
  drops,
  server,
  onTrouble: (reason) => link.broken(reason),
});
/** Restores the earlier worker's parcels and counts before accepting new ones; otherwise they would count twice. */
const restored = restore();
const journal = new CommandHistory(chrome.storage.session, () => tell({ type: "stateChanged" }));
const pilot = new PilotSwitch((enabled) => {
  if (!enabled) gate.close();
  link.sendPilotState(enabled);
  tell({ type: "pilotStatusChanged", enabled });
  refreshBadges();
  markPages();
});
const gate = new PilotGate(pilot, journal);
const loads = new StateLoads(chrome.storage.local, () => link.sendSettings());
const openedTabs = new OpenedTabs(chrome.storage.session);
const errorScreenshots = new ErrorScreenshots(server, chrome.storage.session);
const deliverUpdate = (tabId: number, parcel: Parcel) =>
  void delivery.accept(tabId, parcel, { release: () => undefined, maybeDelivered: false });
const sourceSnippets = new SourceSnippets({
  deliver: deliverUpdate,
  client: `worker-${crypto.randomUUID()}`,
});
const callSites = new CallSites(
  { deliver: deliverUpdate, client: `calls-${crypto.randomUUID()}` },
  sourceSnippets.files,
);
const pageParts = new PageParts();
const pages = new Pages({
  onPage: (page) => {
    if (page.isTop) void restored.then(() => errorCounts.navigated(page.tabId, page.documentId));
    sendServerState(page);
    void ready.then(() => markPage(page));
    if (page.isTop) void ready.then(() => loads.opened(page.tabId, page.origin));
    link.rewatch();
    link.nudge();
  },
  onParcel: (page, parcel, receipt) => arrivals.add(page, parcel, receipt),
  onPartRequest: (page, request) => pageParts.inject(page, request),
  onMarkHidden: (page) => {
    refreshBadge(page.tabId);
    tell({ type: "stateChanged" });
  },
  onGone: () => {
    // The page is gone with its copies, so the worker has the only ones.
    void restored.then(() => persistence.saveNow());
    link.rewatch();
  },
});
let browser = "";
const link = new ServerLink({
  server,
  version: chrome.runtime.getManifest().version,
  browser: () => browser,
  pilot: () => pilot.enabled,
  switches: () => localSwitches(preferences.current),
  halfLoaded: () => loads.halfLoaded(),
  reproductionBufferSize: () => preferences.current.reproductionBufferSize,
  watched: () => pages.tabIds().size,
  onVerified: () => {
    void delivery.run();
    void wakePages();
  },
  onFlush: (message) =>
    flush({ pages, pageParts, queue, delivery, snippets: sourceSnippets, callSites }, message),
  answer: (query, reportProgress, signal) =>
    answer(query, preferences.current, { gate: gate.pass, pages, loads }, reportProgress, signal),
});
let arePagesAwake = false;
const ready = start();
const arrivals = new Arrivals({ restored, ready, accept, acceptEarly });

async function start(): Promise<void> {
  const defaults = readOwnDefaults();
  await Promise.all([
    restored,
    defaults.then((own) => preferences.adopt(own)).then(() => preferences.load()),
    pilot.repair(),
    journal.load(),
    browserVersion().then((name) => {
      browser = name;
    }),
  ]);
  // Not awaited, because a page may hang. State commands wait for it.
  loads.resume().catch(() => undefined);
  const { firstPage, key, switches } = await defaults;
  await adoptSwitches(switches, preferences, pilot);
  server.ownKey = key ?? null;
  void link.restart(preferences.current.serverUrl);
  if (firstPage !== undefined) void openFirstPage(firstPage);
}

async function restore(): Promise<void> {
  try {
    delivery.drop(await persistence.restore(), "worker_queue");
    await openedTabs.restore();
  } catch {
    // Without its storage the worker still delivers.
  }
}

function accept(page: Page, parcel: Parcel, receipt: Receipt): void {
  const { tabId } = page;
  if (page.isTop && openedTabs.isFirst(tabId, page.documentId)) parcel.untrustedFrame = true;
  if (delivery.accept(tabId, parcel, receipt)) countErrors(page, parcel);
  if (preferences.current.screenshotOnError) void errorScreenshots.consider(tabId, parcel);
  void ready.then(() => addSnippets(page, parcel));
  link.nudge();
}

function tabClosed(tabId: number): void {
  errorCounts.closed(tabId);
  openedTabs.removed(tabId);
}

function countErrors({ isPrerendered, documentId, tabId }: Page, { errors }: Parcel): void {
  if (isPrerendered) errorCounts.addPrerendered(documentId, errors);
  else errorCounts.add(tabId, errors);
}

function acceptEarly(page: Page, parcel: Parcel, receipt: Receipt): void {
  const wanted = filterEarlyParcel(parcel, page.site, preferences.current);
  if (wanted === null) receipt.release();
  else accept(page, wanted, receipt);
}

function addSnippets(page: Page, parcel: Parcel): void {
  const { aiContextEnabled, aiContextSourceSnippets } = preferences.current;
  if (!aiContextEnabled || !aiContextSourceSnippets) return;
  sourceSnippets.consider(page, parcel);
  callSites.consider(page, parcel);
}

/** Without a server the worker may sleep; neither pages nor a frequent alarm keep it awake. */
function serverStateChanged(): void {
  for (const page of pages.all()) sendServerState(page);
  const periodInMinutes = server.connection.state === "connected" ? REVIVE_MINUTES : SEARCH_MINUTES;
  void chrome.alarms.create(REVIVE, { periodInMinutes });
}

function wakePagesOnce(): void {
  if (arePagesAwake) return;
  arePagesAwake = true;
  void wakePages();
}

function sendServerState(page: Page): void {
  const { state } = server.connection;
  if (state !== "connecting") sendToPage(page, { type: "server", isHere: state === "connected" });
}

function refreshBadge(tabId: number): void {
  const shown = { enabled: pilot.enabled, isMarkHidden: pages.hidesMark(tabId) };
  void showBadge(badgeOf(server.connection, errorCounts.of(tabId), shown), tabId);
}

function refreshBadges(): void {
  void showBadge(badgeOf(server.connection, 0, { enabled: pilot.enabled, isMarkHidden: false }));
  for (const tabId of errorCounts.tabs.keys()) refreshBadge(tabId);
}

function markPage(page: Page): void {
  const mark = pilot.enabled && preferences.current.aiWebPilotMark;
  sendToPage(page, { type: "pilot", enabled: pilot.enabled, mark });
}

function markPages(): void {
  for (const page of pages.all()) markPage(page);
}

/** To popup and options, if one is open. */
function tell(message: ToPopup): void {
  chrome.runtime.sendMessage(message).catch(() => undefined);
}

async function settingsChanged(): Promise<void> {
  await ready;
  const before = preferences.current.serverUrl;
  await preferences.load();
  if (preferences.current.serverUrl !== before) await link.restart(preferences.current.serverUrl);
  else link.sendSettings();
  markPages();
  tell({ type: "stateChanged" });
}

async function installed(): Promise<void> {
  await ready;
  await registerSites(preferences);
  await injectIntoOpenTabs((url) => isCapturedSite(url, preferences.current));
}

chrome.runtime.onConnect.addListener((port) => pages.connect(port));
chrome.runtime.onMessage.addListener((message: FromPopup, sender, respond) => {
  if (!isOwnPage(sender)) return false;
  void ready
    .then(() =>
      command(
        {
          server,
          preferences,
          pilot,
          journal,
          pages,
          queue,
          drops,
          errorCounts,
          link,
          delivery,
          wakePagesOnce,
        },
        message,
      ),
    )
    .then(respond);
  return true;
});
chrome.runtime.onInstalled.addListener(() => void installed());
chrome.runtime.onStartup.addListener(() => void ready.then(() => registerSites(preferences)));
chrome.permissions.onAdded.addListener(() => void ready.then(() => permissionAdded(preferences)));
chrome.permissions.onRemoved.addListener(() => void ready.then(() => dropUnpermitted(preferences)));
chrome.tabs.onCreated.addListener((tab) => void restored.then(() => openedTabs.created(tab)));
chrome.tabs.onRemoved.addListener((tabId) => void restored.then(() => tabClosed(tabId)));
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === "local" && LOCAL_KEYS.some((key) => key in changes)) void settingsChanged();
  if (area === "sync" && changes.aiWebPilotEnabled) void ready.then(() => pilot.synced());
});
chrome.alarms.onAlarm.addListener(() => {
  link.nudge();
  void ready.then(() => pilot.settle());
});
