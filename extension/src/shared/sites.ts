// Which sites can be captured, and which are.
import { STORE_PAGES } from "#platform/browser.js";
import type { Settings } from "./settings.js";

const LOCAL_HOST = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** The match patterns that the manifest captures by default. */
export const LOCAL_PATTERNS: string[] = ["http", "https"].flatMap((scheme) =>
  ["localhost", "*.localhost", "127.0.0.1", "[::1]"].map((host) => `${scheme}://${host}/*`),
);
export const ALL_SITES = "*://*/*";
/** The permission for all sites; Chrome allows screenshots of a tab only with this one. */
export const ALL_SITES_PERMISSION = "<all_urls>";
/** The key in storage.session of the site whose permission the popup is asking for. */
export const PENDING_SITE = "pendingSite";

/** Local development origins are captured by default, on every port. */
export function isLocalUrl(url: string): boolean {
  return isWebUrl(url) && LOCAL_HOST.test(new URL(url).hostname);
}

export function isCapturable(url: string): boolean {
  return isWebUrl(url) && !STORE_PAGES.test(url);
}

export function isCapturedSite(
  url: string,
  {
    disabledSites,
    capturedSites,
    captureAllSites,
    serverUrl,
  }: Pick<Settings, "disabledSites" | "capturedSites" | "captureAllSites" | "serverUrl">,
): boolean {
  if (!isCapturable(url) || isOwnServer(url, serverUrl)) return false;
  const { origin } = new URL(url);
  if (disabledSites.includes(origin)) return false;
  return isLocalUrl(url) || captureAllSites || capturedSites.includes(origin);
}

/** The dashboard is never captured: it would show its own events endlessly. All loopback names mean the same server. */
export function isOwnServer(url: string, serverUrl: string): boolean {
  const [page, server] = [new URL(url), new URL(serverUrl)];
  if (page.port !== server.port || page.protocol !== server.protocol) return false;
  return (
    page.hostname === server.hostname || (LOOPBACK.test(page.hostname) && LOOPBACK.test(server.hostname))
  );
}

/** The origin to request from `chrome.permissions`; permissions ignore ports. */
export function permissionPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
