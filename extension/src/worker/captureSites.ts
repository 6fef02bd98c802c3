// "Capture this site": local origins by a setting, any other by a permission and registered content scripts.
import {
  ALL_SITES,
  ALL_SITES_PERMISSION,
  isCapturable,
  isCapturedSite,
  isLocalUrl,
  LOCAL_PATTERNS,
  PENDING_SITE,
  permissionPattern,
} from "../shared/sites.js";
import { injectIntoOpenTabs } from "./inject.js";
import type { Preferences } from "./preferences.js";

const PAGE_ID = "page:";
const CONTENT_ID = "content:";
const ALL = "all";

/** One change at a time: registering a script twice is an error. */
let changes: Promise<void> = Promise.resolve();

export function captureSite(preferences: Preferences, origin: string, capture: boolean): Promise<void> {
  return inTurn(() => changeSite(preferences, origin, capture));
}

/** The user has already been asked for the permission. */
export function captureAllSites(preferences: Preferences, capture: boolean): Promise<void> {
  return inTurn(() => changeAllSites(preferences, capture));
}

function inTurn(task: () => Promise<void>): Promise<void> {
  const change = changes.then(task);
  changes = change.catch(() => undefined);
  return change;
}

/** The permission prompt may have closed the popup, so its request is in storage.session. */
export async function permissionAdded(preferences: Preferences): Promise<void> {
  const { [PENDING_SITE]: origin } = await chrome.storage.session.get(PENDING_SITE);
  if (typeof origin === "string") await captureSite(preferences, origin, true);
}

async function changeSite(preferences: Preferences, origin: string, capture: boolean): Promise<void> {
  if (!isCapturable(origin)) return;
  const { disabledSites, capturedSites, captureAllSites } = preferences.current;
  if (isLocalUrl(origin) || captureAllSites) {
    await preferences.change({ disabledSites: toggle(disabledSites, origin, !capture) });
    return;
  }
  if (capture && !(await isPermitted(origin))) return;
  await preferences.change({ capturedSites: toggle(capturedSites, origin, capture) });
  await registerSites(preferences);
  if (capture) await injectIntoOpenTabs((url) => new URL(url).origin === origin);
  else await giveBack(preferences, origin);
}

/** Makes the registered scripts match the setting; Chrome forgets them with every update. */
export async function registerSites(preferences: Preferences): Promise<void> {
  const wanted = await wantedScripts(preferences);
  const registered = (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id);
  const obsolete = registered.filter((id) => !wanted.some((script) => script.id === id));
  const missing = wanted.filter((script) => !registered.includes(script.id));
  if (obsolete.length > 0) await chrome.scripting.unregisterContentScripts({ ids: obsolete });
  if (missing.length > 0) await chrome.scripting.registerContentScripts(missing);
}

async function wantedScripts(preferences: Preferences): Promise<chrome.scripting.RegisteredContentScript[]> {
  const { captureAllSites, capturedSites } = preferences.current;
  if (captureAllSites && (await mayCaptureAll())) {
    // The manifest's own scripts cover local sites.
    return scriptsOf(ALL, { matches: [ALL_SITES], excludeMatches: LOCAL_PATTERNS });
  }
  const permitted = await Promise.all(
    capturedSites.map(async (site) => ({ site, granted: await isPermitted(site) })),
  );
  return permitted
    .filter(({ granted }) => granted)
    .flatMap(({ site }) => scriptsOf(site, { matches: [`${site}/*`] }));
}

async function changeAllSites(preferences: Preferences, capture: boolean): Promise<void> {
  if (capture && !(await mayCaptureAll())) return;
  await preferences.change({ captureAllSites: capture });
  await registerSites(preferences);
  if (capture) await injectIntoOpenTabs((url) => isCapturedSite(url, preferences.current));
  else await removePermission(ALL_SITES_PERMISSION);
}

/** The user revoked permissions in the browser's settings. */
export async function dropUnpermitted(preferences: Preferences): Promise<void> {
  const { capturedSites, captureAllSites } = preferences.current;
  const permitted = await Promise.all(capturedSites.map(isPermitted));
  await preferences.change({
    capturedSites: capturedSites.filter((_, at) => permitted[at]),
    captureAllSites: captureAllSites && (await mayCaptureAll()),
  });
  await registerSites(preferences);
}

function scriptsOf(
  name: string,
  where: { matches: string[]; excludeMatches?: string[] },
): chrome.scripting.RegisteredContentScript[] {
  const common = {
    ...where,
    allFrames: true,
    matchOriginAsFallback: true,
    runAt: "document_start" as const,
    persistAcrossSessions: true,
  };
  return [
    { ...common, id: PAGE_ID + name, js: ["page.js"], world: "MAIN" },
    { ...common, id: CONTENT_ID + name, js: ["content.js"], world: "ISOLATED" },
  ];
}

function mayCaptureAll(): Promise<boolean> {
  return chrome.permissions.contains({ origins: [ALL_SITES_PERMISSION] });
}

function isPermitted(origin: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [permissionPattern(origin)] });
}

/** Removes permissions that are no longer needed. */
async function giveBack(preferences: Preferences, origin: string): Promise<void> {
  const pattern = permissionPattern(origin);
  if (preferences.current.capturedSites.some((site) => permissionPattern(site) === pattern)) return;
  await removePermission(pattern);
}

async function removePermission(pattern: string): Promise<void> {
  try {
    await chrome.permissions.remove({ origins: [pattern] });
  } catch {
    // It belongs to the manifest, as in the all-hosts flavour: it stays.
  }
}

function toggle(sites: string[], origin: string, present: boolean): string[] {
  const others = sites.filter((site) => site !== origin);
  return present ? [...others, origin] : others;
}
