// A script that a page ran, with its source map if it has one.
import { decodedMappings, FlattenMap, type TraceMap } from "@jridgewell/trace-mapping";
import type { ScriptList } from "../../shared/probeTypes.js";
import { isLocalUrl } from "../../shared/sites.js";
import { splitLines } from "./linesAround.js";
import { mapAddress } from "./mapAddress.js";
import { type FileText, inlineText, isInline, type ReadText } from "./readText.js";

export const SOURCE_FILE_WAIT_MS = 2_000; // ERR-08: a script and its map
// Less than that, so that a script whose map never comes is there in time
const SOURCE_READ_MS = SOURCE_FILE_WAIT_MS - 250;
const REBUILT_SLACK_MS = 2_000; // HTTP dates have seconds, and some servers call everything as new as the answer

/** The document that ran the script. */
export interface SourceDocument {
  id: string;
  /** "null" if it has none of its own, as a sandboxed frame. */
  origin: string;
  /** Addresses under which its inline scripts run. */
  urls: readonly string[];
  /** When it was first seen, on the wall clock. */
  seenMs: number;
  /** What it has loaded until now. */
  scripts: () => Promise<ScriptList>;
  /** Files that were read again for one error, or for the calls of one parcel. */
  newest: Map<string, Promise<SourceFile | null>>;
}

export interface SourceFile {
  url: string;
  lines: readonly string[];
  map: TraceMap | null;
  /** It is the page, with inline scripts. */
  isDocument: boolean;
  /** What it keeps in memory, about. */
  chars: number;
  /** Nothing failed that may succeed another time. */
  isWhole: boolean;
}

export async function loadSourceFile(
  url: string,
  document: SourceDocument,
  read: ReadText,
): Promise<SourceFile | null> {
  const signal = AbortSignal.timeout(SOURCE_READ_MS);
  if (isDocumentOf(url, document)) return loadDocument(url, document, read, signal);
  const [script, loaded] = await Promise.all([
    read(url, { credentials: "include", signal }),
    document.scripts(),
  ]);
  if (script === null || isPage(script) || wasRebuilt(script.headers, document.seenMs)) return null;
  if (!couldBeLoaded(script, url, loaded)) return null;
  return withMap(url, script.text, script.headers, async (mapUrl) => {
    if (!mayRead(mapUrl, document.origin)) return null;
    const map = await read(mapUrl, { credentials: "include", signal });
    if (map !== null && isLocalUrl(url)) await expectSame(script.text, url, read, signal);
    return map;
  });
}

/**
 * A development server that rebuilds holds requests back until it is done: the map would be of the next version. Throws
 * then, because the pair may be read another time.
 */
async function expectSame(text: string, url: string, read: ReadText, signal: AbortSignal): Promise<void> {
  const again = await read(url, { credentials: "include", signal });
  if (again?.text !== text) throw new Error("rebuilt while it was read");
}

/** `readMap` gets an absolute address, of a map that is not inside of the script. */
export async function withMap(
  url: string,
  text: string,
  headers: Headers,
  readMap: (url: string) => Promise<FileText | null>,
): Promise<SourceFile> {
  const lines = splitLines(text);
  const address = mapAddress(lines, headers);
  const file = { url, lines, map: null, isDocument: false, chars: text.length, isWhole: true };
  if (address === null) return file;
  if (isInline(address)) return { ...file, map: parseInline(address, url) };
  if (!URL.canParse(address, url)) return file;
  try {
    const mapUrl = new URL(address, url).href;
    const map = await readMap(mapUrl);
    if (map === null) return file;
    return { ...file, map: parseMap(map.text, mapUrl), chars: text.length + map.text.length };
  } catch {
    return { ...file, isWhole: false };
  }
}

/**
 * A page is asked for again only where it is being developed, and without cookies: to the server it is one more visit.
 */
async function loadDocument(
  url: string,
  { seenMs }: SourceDocument,
  read: ReadText,
  signal: AbortSignal,
): Promise<SourceFile | null> {
  const page = isLocalUrl(url) ? await read(url, { credentials: "omit", signal }) : null;
  if (page === null || wasRebuilt(page.headers, seenMs)) return null;
  const lines = splitLines(page.text);
  return { url, lines, map: null, isDocument: true, chars: page.text.length, isWhole: true };
}

function mayRead(url: string, origin: string): boolean {
  return new URL(url).origin === origin;
}

function isDocumentOf(url: string, { urls }: SourceDocument): boolean {
  return urls.some((each) => each.replace(/#.*$/s, "") === url);
}

/** Many servers answer with their start page where a script is gone. */
function isPage({ headers }: FileText): boolean {
  return /^text\/html\b/i.test(headers.get("Content-Type") ?? "");
}

/**
 * Whether the file is newer than the document, which then ran another one: better no lines than wrong ones. Ages are
 * compared, because the server's clock may not be ours.
 */
export function wasRebuilt(headers: Headers, seenMs: number, nowMs: number = Date.now()): boolean {
  const ageMs = Date.parse(headers.get("Date") ?? "") - Date.parse(headers.get("Last-Modified") ?? "");
  return ageMs > REBUILT_SLACK_MS && ageMs + REBUILT_SLACK_MS < nowMs - seenMs;
}

function parseInline(address: string, base: string): TraceMap | null {
  try {
    return parseMap(inlineText(address), base);
  } catch {
    return null;
  }
}

/** Decoded here, so that finding a place in it takes no time worth counting. */
function parseMap(json: string, base: string): TraceMap | null {
  try {
    // Some servers put a line in front that keeps scripts from including it.
    const map = new FlattenMap(JSON.parse(json.replace(/^\)\]\}'[^\n]*\n/, "")), base);
    decodedMappings(map);
    return map;
  } catch {
    return null;
  }
}

/** How Vite addresses a module that a hot update replaced: with the time of the update. */
const TIMESTAMP = /[?&]t=\d{13}\b/g;
const TIMESTAMP_CHARS = "?t=1700000000000".length;

/**
 * After a hot update a development server has only the newest version of a bundle or module, while the page still runs
 * parts of the one before. What the browser does not know the size of may be either.
 */
function couldBeLoaded({ text, bytes }: FileText, url: string, scripts: ScriptList): boolean {
  const sizes = scripts.filter((each) => each.url === url && each.bytes > 0).map((each) => each.bytes);
  return sizes.length === 0 || sizes.some((size) => isSame(text, bytes - size));
}

/** Vite adds timestamps to the imports of a module that did not change itself. */
function isSame(text: string, moreBytes: number): boolean {
  if (moreBytes === 0) return true;
  if (moreBytes < 0 || moreBytes % TIMESTAMP_CHARS !== 0) return false;
  return moreBytes / TIMESTAMP_CHARS <= (text.match(TIMESTAMP)?.length ?? 0);
}
