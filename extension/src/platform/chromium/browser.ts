// Chromium's names.
import type { Browser } from "../contract.js";

export const BROWSER_NAME: Browser["BROWSER_NAME"] = "Chrome";
export const EXTENSIONS_PAGE: Browser["EXTENSIONS_PAGE"] = "chrome://extensions";
export const EXTENSION_SCHEME: Browser["EXTENSION_SCHEME"] = "chrome-extension:";
export const STORE_NAME: Browser["STORE_NAME"] = "the Chrome Web Store";
export const PAIRING_LIMIT: Browser["PAIRING_LIMIT"] = "";
export const STORE_PAGES: Browser["STORE_PAGES"] =
  /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore)(\/|$)/;
