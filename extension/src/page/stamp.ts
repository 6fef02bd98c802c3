// What entries have in common: time, id and page address, as JSON text that is cheap to make again and again.
import { URL_CHARS } from "../generated/limits.js";
import {
  baseUri,
  digits,
  documentUrl,
  elapsed,
  isoOf,
  NativeURL,
  now,
  randomValues,
  urlText,
} from "./natives.js";
import { quote } from "./serialise.js";

/** Random for each load, so that ids of two documents never meet. */
const LOAD = digits(randomValues(new Uint32Array(1))[0] as number, 36) + digits(now() % 1e6, 36);

let lastMs = -1;
let lastIso = "";
let lastUrl = "";
let lastUrlJson = "";
let count = 0;

/** ISO 8601; many entries fall into one millisecond. */
export function isoNow(): string {
  const ms = now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastIso = isoOf(ms);
  }
  return lastIso;
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
    lastUrl = url;
    lastUrlJson = urlJson(url);
  }
  return lastUrlJson;
}

export function urlJson(url: string): string {
  return quote(url, URL_CHARS);
}

/** Against the page's base address; what is no URL stays as it is. */
export function absoluteUrl(url: string): string {
  try {
    return urlText(new NativeURL(url, baseUri(document)));
  } catch {
    return url;
  }
}
