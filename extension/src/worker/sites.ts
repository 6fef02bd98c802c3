// "Capture this site": local origins by a setting, any other by a permission and registered content scripts.
import { isCapturable, isLocalUrl, PENDING_SITE, permissionPattern } from "../shared/sites.js";
import { injectIntoOpenTabs } from "./inject.js";
import type { Preferences } from "./preferences.js";

const PAGE_ID = "page:";
const CONTENT_ID = "content:";

/** One change at a time: registering a script twice is an error. */
let changes: Promise<void> = Promise.resolve();

export function captureSite(preferences: Preferences, origin: string, capture: boolean): Promise<void> {
  const change = changes.then(() => changeSite(preferences, origin, capture));
  changes = change.catch(() => undefined);
  return change;
}

/** The prompt for the permission may have closed the popup that asked: its wish is in storage.session. */
export async function permissionAdded(preferences: Preferences): Promise<void> {
  const { [PENDING_SITE]: origin } = await chrome.storage.session.get(PENDING_SITE);
  if (typeof origin === "string") await captureSite(preferences, origin, true);
}

async function changeSite(preferences: Preferences, origin: string, capture: boolean): Promise<void> {
  if (!isCapturable(origin)) return;
  const { disabledSites, capturedSites } = preferences.current;
  if (isLocalUrl(origin)) {
    await preferences.change({ disabledSites: toggle(disabledSites, origin, !capture) });
    return;
  }
  if (capture && !(await isPermitted(origin))) return;
  await preferences.change({
    capturedSites: toggle(capturedSites, origin, capture),
    // Open pages keep their scripts until the next load; this is what makes those stop.
    disabledSites: toggle(disabledSites, origin, !capture),
  });
  await registerSites(preferences);
  if (capture) await injectIntoOpenTabs((url) => new URL(url).origin === origin);
  else await giveBack(preferences, origin);
}

/** Makes the registered scripts match the setting; Chrome forgets them with every update. */
export async function registerSites(preferences: Preferences): Promise<void> {
  const permitted = await Promise.all(
    preferences.current.capturedSites.map(async (site) => [site, await isPermitted(site)]),
  );
  const wanted = permitted.filter(([, granted]) => granted).flatMap(([site]) => scriptsOf(String(site)));
  const registered = (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id);
  const obsolete = registered.filter((id) => !wanted.some((script) => script.id === id));
  const missing = wanted.filter((script) => !registered.includes(script.id));
  if (obsolete.length > 0) await chrome.scripting.unregisterContentScripts({ ids: obsolete });
  if (missing.length > 0) await chrome.scripting.registerContentScripts(missing);
}

/** No page of an earlier browser session is open: local sites alone need to be remembered as disabled. */
export async function browserStarted(preferences: Preferences): Promise<void> {
  await preferences.change({ disabledSites: preferences.current.disabledSites.filter(isLocalUrl) });
  await registerSites(preferences);
}

/** The person took permissions away in the browser's own settings. */
export async function dropUnpermitted(preferences: Preferences): Promise<void> {
  const { capturedSites } = preferences.current;
  const permitted = await Promise.all(capturedSites.map(isPermitted));
  await preferences.change({ capturedSites: capturedSites.filter((_, at) => permitted[at]) });
  await registerSites(preferences);
}

function scriptsOf(origin: string): chrome.scripting.RegisteredContentScript[] {
  const common = {
    matches: [`${origin}/*`],
    allFrames: true,
    matchOriginAsFallback: true,
    runAt: "document_start" as const,
    persistAcrossSessions: true,
  };
  return [
    { ...common, id: PAGE_ID + origin, js: ["page.js"], world: "MAIN" },
    { ...common, id: CONTENT_ID + origin, js: ["content.js"], world: "ISOLATED" },
  ];
}

function isPermitted(origin: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [permissionPattern(origin)] });
}

/** A permission that nothing needs any more goes back. */
async function giveBack(preferences: Preferences, origin: string): Promise<void> {
  const pattern = permissionPattern(origin);
  if (preferences.current.capturedSites.some((site) => permissionPattern(site) === pattern)) return;
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
