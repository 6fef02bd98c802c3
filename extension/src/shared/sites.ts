// Which sites can be captured, and which are.
import type { Settings } from "./settings.js";

const LOCAL_HOST = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** What the manifest captures from the start, as patterns. */
export const LOCAL_PATTERNS: string[] = ["http", "https"].flatMap((scheme) =>
  ["localhost", "*.localhost", "127.0.0.1", "[::1]"].map((host) => `${scheme}://${host}/*`),
);
export const ALL_SITES = "*://*/*";
/** The permission for them; Chrome takes pictures of a tab with this one only. */
export const ALL_SITES_PERMISSION = "<all_urls>";
/** The key in storage.session of the site whose permission the popup is asking for. */
export const PENDING_SITE = "pendingSite";
/** Chrome lets no extension into its store. */
const STORE = /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore)(\/|$)/;

/** Local development origins are captured from the start, every port of them. */
export function isLocalUrl(url: string): boolean {
  return isWebUrl(url) && LOCAL_HOST.test(new URL(url).hostname);
}

export function isCapturable(url: string): boolean {
  return isWebUrl(url) && !STORE.test(url);
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

/** The dashboard: captured, it would show itself for ever. The loopback's names all mean the same server. */
export function isOwnServer(url: string, serverUrl: string): boolean {
  const [page, server] = [new URL(url), new URL(serverUrl)];
  if (page.port !== server.port || page.protocol !== server.protocol) return false;
  return (
    page.hostname === server.hostname || (LOOPBACK.test(page.hostname) && LOOPBACK.test(server.hostname))
  );
}

/** What to ask `chrome.permissions` for; permissions do not tell ports apart. */
export function permissionPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
