// Firefox's names.
import type { Browser } from "../contract.js";

export const BROWSER_NAME: Browser["BROWSER_NAME"] = "Firefox";
export const EXTENSIONS_PAGE: Browser["EXTENSIONS_PAGE"] = "about:debugging#/runtime/this-firefox";
export const EXTENSION_SCHEME: Browser["EXTENSION_SCHEME"] = "moz-extension:";
export const STORE_NAME: Browser["STORE_NAME"] = "a page of addons.mozilla.org";
export const PAIRING_LIMIT: Browser["PAIRING_LIMIT"] = " (for 60 seconds it lets this Firefox pair)";
export const STORE_PAGES: Browser["STORE_PAGES"] = /^https:\/\/addons\.mozilla\.org(\/|$)/;
