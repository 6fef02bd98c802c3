// Reads, removes and restores a site's cookies with all their attributes.
import { isFoundByHttp, partitionOf } from "#platform/worker/cookiePlaces.js";
import type { SeenTab } from "../tabs/chooseTab.js";
import { Failure } from "../tabs/failure.js";

const MAX_COOKIES = 1_000; // of one site; browsers keep 180 and more

export type Cookie = chrome.cookies.Cookie;

/** Where a tab's cookies are; they are there also when the tab is gone. */
export interface CookieJar {
  url: string;
  storeId: string;
  partitionKey?: chrome.cookies.CookiePartitionKey;
}

export async function jarOf(tab: SeenTab): Promise<CookieJar> {
  const [storeId, partitionKey] = await Promise.all([storeOf(tab.id), partitionOf(tab.id, tab.url)]);
  return { url: tab.url, storeId, ...(partitionKey && { partitionKey }) };
}

export async function isThere({ storeId }: CookieJar): Promise<boolean> {
  return (await chrome.cookies.getAllCookieStores()).some(({ id }) => id === storeId);
}

/** Every cookie that the page's host may get, whatever its path. */
export async function readCookies({ url, storeId, partitionKey }: CookieJar): Promise<Cookie[]> {
  const { hostname } = new URL(url);
  const lists = await Promise.all([
    chrome.cookies.getAll({ storeId, url }),
    chrome.cookies.getAll({ storeId, domain: hostname }),
    ...(partitionKey === undefined
      ? []
      : [
          chrome.cookies.getAll({ storeId, url, partitionKey }),
          chrome.cookies.getAll({ storeId, domain: hostname, partitionKey }),
        ]),
  ]);
  // `domain` finds those of subdomains, too, which are other sites' business.
  const [sent = [], ofHost = [], partitioned = [], partitionedOfHost = []] = lists;
  const own = [...ofHost, ...partitionedOfHost].filter(
    ({ domain }) => domain.replace(/^\./, "") === hostname,
  );
  const found = new Map([...sent, ...own, ...partitioned].map((cookie) => [identity(cookie), cookie]));
  return [...found.values()].slice(0, MAX_COOKIES);
}

/** May be partially done when it throws. Returns how many were set. */
export async function replaceCookies(jar: CookieJar, cookies: Cookie[]): Promise<number> {
  await removeCookies(await readCookies(jar));
  return setCookies(cookies);
}

async function removeCookies(cookies: Cookie[]): Promise<void> {
  for (const cookie of cookies) {
    const { name, storeId, partitionKey } = cookie;
    await chrome.cookies.remove({ url: urlOf(cookie), name, storeId, ...(partitionKey && { partitionKey }) });
  }
}

/** How many were set: one that has expired meanwhile is left out. */
async function setCookies(cookies: Cookie[]): Promise<number> {
  const alive = cookies.filter(({ expirationDate: ends }) => ends === undefined || ends * 1000 > Date.now());
  for (const cookie of alive) {
    const set = await chrome.cookies.set(detailsOf(cookie)).catch(() => null);
    if (!set) throw notSet(cookie.name);
  }
  return alive.length;
}

function detailsOf(cookie: Cookie): chrome.cookies.SetDetails {
  const { name, value, domain, path, secure, httpOnly, sameSite, storeId } = cookie;
  const details = { url: urlOf(cookie), name, value, path, secure, httpOnly, sameSite, storeId };
  return {
    ...details,
    ...(!cookie.hostOnly && { domain }),
    ...(cookie.expirationDate !== undefined && { expirationDate: cookie.expirationDate }),
    ...(cookie.partitionKey && { partitionKey: cookie.partitionKey }),
  };
}

function urlOf(cookie: Cookie): string {
  return `${isFoundByHttp(cookie) ? "http" : "https"}://${cookie.domain.replace(/^\./, "")}${cookie.path}`;
}

function identity({ name, domain, path, partitionKey }: Cookie): string {
  return JSON.stringify([name, domain, path, partitionKey ?? null]);
}

/** A private window has its own. */
async function storeOf(tabId: number): Promise<string> {
  const stores = await chrome.cookies.getAllCookieStores();
  return (stores.find(({ tabIds }) => tabIds.includes(tabId)) ?? stores[0])?.id ?? "0";
}

function notSet(name: string): Failure {
  return new Failure(
    "cookie_refused",
    `The browser rejected the cookie ${JSON.stringify(name.slice(0, 100))}.`,
    "The previous state was restored. Save the state again and load that one.",
  );
}
