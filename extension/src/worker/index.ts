// The service worker: puts the parts together and listens to the browser.
import { REVIVE_MINUTES, SEARCH_MINUTES } from "../generated/limits.js";
import type { FromPopup, Parcel, ToPopup } from "../shared/messages.js";
import { LOCAL_KEYS, localSwitches } from "../shared/settings.js";
import { isCapturedSite } from "../shared/sites.js";
import { badgeOf, showBadge } from "./badge.js";
import { command, isOwnPage } from "./commands.js";
import { Delivery } from "./delivery.js";
import { DropCounts } from "./dropCounts.js";
import { ErrorCounts } from "./errorCounts.js";
import { ErrorPictures } from "./errorPictures.js";
import { openFirstPage } from "./firstPage.js";
import { flush } from "./flush.js";
import { injectIntoOpenTabs } from "./inject.js";
import { Link } from "./link.js";
import { readOwnDefaults } from "./ownDefaults.js";
import { type Page, Pages, type Receipt, say, wakePages } from "./pages.js";
import { PersistenceScheduler } from "./persistenceScheduler.js";
import { PilotGate } from "./pilot/gate.js";
import { Journal } from "./pilot/journal.js";
import { Loads } from "./pilot/loads.js";
import { Pilot } from "./pilot.js";
import { Preferences } from "./preferences.js";
import { answer } from "./queries.js";
import { Queue } from "./queue.js";
import { screen } from "./screen.js";
import { Server } from "./server.js";
import { SessionStore } from "./sessionStore.js";
import { dropUnpermitted, permissionAdded, registerSites } from "./sites.js";
import { SourceSnippets } from "./sourceSnippets/sourceSnippets.js";

const REVIVE = "revive";

const preferences = new Preferences();
const queue = new Queue();
const drops = new DropCounts(() => persistence.countsChanged());
const errorCounts = new ErrorCounts((tabId) => {
  persistence.countsChanged();
  refreshBadge(tabId);
});
const server = new Server(chrome.storage.local, () => {
  refreshBadges();
  serverMoved();
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
/** Parcels and counts of pages come after those of the earlier worker, or they would be counted twice. */
const restored = restore();
const journal = new Journal(chrome.storage.session, () => tell({ type: "stateChanged" }));
const pilot = new Pilot((enabled) => {
  if (!enabled) gate.close();
  link.tellPilot(enabled);
  tell({ type: "pilotStatusChanged", enabled });
  refreshBadges();
  markPages();
});
const gate = new PilotGate(pilot, journal);
const loads = new Loads(chrome.storage.local, () => link.tellSettings());
const errorPictures = new ErrorPictures(server, chrome.storage.session);
const sourceSnippets = new SourceSnippets({
  deliver: (tabId, parcel) =>
    void delivery.accept(tabId, parcel, { release: () => undefined, maybeDelivered: false }),
  client: `worker-${crypto.randomUUID()}`,
});
const pages = new Pages({
  onPage: (page) => {
    if (page.isTop) void restored.then(() => errorCounts.navigated(page.tabId, page.documentId));
    sayServer(page);
    void ready.then(() => markPage(page));
    if (page.isTop) void ready.then(() => loads.opened(page.tabId, page.origin));
    link.rewatch();
    link.nudge();
  },
  onParcel: (page, parcel, receipt) => {
    if (parcel.early) void ready.then(() => acceptEarly(page, parcel, receipt));
    else void restored.then(() => accept(page, parcel, receipt));
  },
  onGone: () => {
    // It took its own copies along: the worker's are the last ones.
    void restored.then(() => persistence.saveNow());
    link.rewatch();
  },
});
const link = new Link({
  server,
  version: chrome.runtime.getManifest().version,
  pilot: () => pilot.enabled,
  switches: () => localSwitches(preferences.current),
  halfLoaded: () => loads.halfLoaded(),
  reproductionBufferSize: () => preferences.current.reproductionBufferSize,
  watched: () => pages.tabIds().size,
  onVerified: () => {
    void delivery.run();
    void wakePages();
  },
  onFlush: (message) => flush({ pages, queue, delivery, snippets: sourceSnippets }, message),
  answer: (query, tell) => answer(query, preferences.current, { gate: gate.pass, pages, loads }, tell),
});
let arePagesAwake = false;
const ready = start();

async function start(): Promise<void> {
  const defaults = readOwnDefaults();
  await Promise.all([
    restored,
    defaults.then((own) => preferences.adopt(own)).then(() => preferences.load()),
    pilot.repair(),
    journal.load(),
  ]);
  // Not waited for: a page may hang. Commands about states come after it.
  loads.resume().catch(() => undefined);
  void link.restart(preferences.current.serverUrl);
  const { firstPage } = await defaults;
  if (firstPage !== undefined) void openFirstPage(firstPage);
}

async function restore(): Promise<void> {
  try {
    delivery.drop(await persistence.restore(), "worker_queue");
  } catch {
    // Without its storage the worker still delivers.
  }
}

function accept(page: Page, parcel: Parcel, receipt: Receipt): void {
  const { tabId } = page;
  if (delivery.accept(tabId, parcel, receipt)) countErrors(page, parcel);
  if (preferences.current.screenshotOnError) void errorPictures.consider(tabId, parcel);
  void ready.then(() => addSnippets(page, parcel));
  link.nudge();
}

function countErrors({ isPrerendered, documentId, tabId }: Page, { errors }: Parcel): void {
  if (isPrerendered) errorCounts.addPrerendered(documentId, errors);
  else errorCounts.add(tabId, errors);
}

function acceptEarly(page: Page, parcel: Parcel, receipt: Receipt): void {
  const wanted = screen(parcel, page.site, preferences.current);
  if (wanted === null) receipt.release();
  else accept(page, wanted, receipt);
}

function addSnippets(page: Page, parcel: Parcel): void {
  const { aiContextEnabled, aiContextSourceSnippets } = preferences.current;
  if (aiContextEnabled && aiContextSourceSnippets) sourceSnippets.consider(page, parcel);
}

/** Without a server the worker may sleep: neither pages nor a quick alarm keep it awake. */
function serverMoved(): void {
  for (const page of pages.all()) sayServer(page);
  const periodInMinutes = server.connection.state === "connected" ? REVIVE_MINUTES : SEARCH_MINUTES;
  void chrome.alarms.create(REVIVE, { periodInMinutes });
}

function wakePagesOnce(): void {
  if (arePagesAwake) return;
  arePagesAwake = true;
  void wakePages();
}

function sayServer(page: Page): void {
  const { state } = server.connection;
  if (state !== "connecting") say(page, { type: "server", isHere: state === "connected" });
}

function refreshBadge(tabId: number): void {
  void showBadge(badgeOf(server.connection, errorCounts.of(tabId), pilot.enabled), tabId);
}

function refreshBadges(): void {
  void showBadge(badgeOf(server.connection, 0, pilot.enabled));
  for (const tabId of errorCounts.tabs.keys()) refreshBadge(tabId);
}

function markPage(page: Page): void {
  const mark = pilot.enabled && preferences.current.aiWebPilotMark;
  say(page, { type: "pilot", enabled: pilot.enabled, mark });
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
  else link.tellSettings();
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
chrome.tabs.onRemoved.addListener((tabId) => void restored.then(() => errorCounts.closed(tabId)));
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === "local" && LOCAL_KEYS.some((key) => key in changes)) void settingsChanged();
  if (area === "sync" && changes.aiWebPilotEnabled) void ready.then(() => pilot.synced());
});
chrome.alarms.onAlarm.addListener(() => {
  link.nudge();
  void ready.then(() => pilot.settle());
});
