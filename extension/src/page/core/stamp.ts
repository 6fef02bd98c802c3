// What entries have in common: time, id and page address, as JSON text that is cheap to make again and again.

import { URL_CHARS } from "../../generated/limits.js";
import {
  baseUri,
  charCode,
  digits,
  documentUrl,
  elapsed,
  floor,
  isoOf,
  NativeURL,
  now,
  randomValues,
  slice,
  urlText,
} from "./natives.js";
import { quote } from "./quote.js";

/** Random for each load, so that ids of two documents never meet. */
const LOAD = digits(randomValues(new Uint32Array(1))[0] as number, 36) + digits(now() % 1e6, 36);

let lastMs = -1;
let lastIso = "";
let lastSecond = -1;
/** `2026-11-16T08:09:27.` */
let secondIso = "";
let lastUrl = "";
let lastUrlJson = "";
let count = 0;

/** ISO 8601; many entries fall into one millisecond. */
export function isoNow(): string {
  const ms = now();
  if (ms !== lastMs) {
    lastIso = isoInSecond(ms);
    // Only now: on a full stack the call throws.
    lastMs = ms;
  }
  return lastIso;
}

/** Most digits stay the same for a second. */
function isoInSecond(ms: number): string {
  const second = floor(ms / 1000);
  if (second !== lastSecond) {
    secondIso = slice(isoOf(ms), 0, -4);
    lastSecond = second;
  }
  return `${secondIso}${slice(digits(ms - second * 1000 + 1000, 10), 1)}Z`;
}

/** The time of something that began that many milliseconds after the page's start. */
export function isoAtElapsed(ms: number): string {
  return isoOf(now() - elapsed() + ms);
}

export function nextId(): string {
  return `${LOAD}.${digits(++count, 36)}`;
}

/** The page's address as JSON; single-page applications change it at any time. */
export function pageUrlJson(): string {
  const url = documentUrl(document);
  if (url !== lastUrl) {
    lastUrlJson = urlJson(url);
    lastUrl = url;
  }
  return lastUrlJson;
}

export function urlJson(url: string): string {
  return quote(url, URL_CHARS);
}

let lastBase = "";
let lastOrigin = "";

/** Against the page's base address; any other text is unchanged. */
export function absoluteUrl(url: string): string {
  try {
    // Most requests of an application: here a parser has nothing to do.
    if (isPlainPath(url)) return originOf(baseUri(document)) + url;
    return urlText(new NativeURL(url, baseUri(document)));
  } catch {
    return url;
  }
}

function originOf(base: string): string {
  if (base !== lastBase) {
    // With an address without an authority (about:blank, blob:), a path is no URL: the parser throws, as it must.
    const root = urlText(new NativeURL("/", base));
    lastOrigin = slice(root, 0, -1);
    lastBase = base;
  }
  return lastOrigin;
}

const PLAIN_PATH_CHARS = 200;
const [SLASH, DOT] = [0x2f, 0x2e];

/** `/api/items?page=2`: a path from the root that a URL parser would leave exactly as it is. */
function isPlainPath(url: string): boolean {
  if (url.length > PLAIN_PATH_CHARS || charCode(url, 0) !== SLASH) return false;
  let before = 0;
  for (let i = 0; i < url.length; i++) {
    const code = charCode(url, i);
    if (!isPlain(code) || (before === SLASH && (code === SLASH || code === DOT))) return false;
    before = code;
  }
  return true;
}

/** Letters, digits and `-._/?=&`. */
function isPlain(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  if (code >= 0x2d) return code <= 0x39 || code === 0x3d || code === 0x3f;
  return code === 0x26;
}
