// Headers as they may be shown: in lower case, bounded, without those that hold secrets.
import {
  indexOf,
  isArray,
  keys,
  lowerCase,
  mapEntries,
  mapGet,
  mapSet,
  mapSize,
  method,
  NativeMap,
  nextOfMap,
  slice,
  split,
} from "../core/natives.js";
import { quote } from "../core/quote.js";
import { readOption, textOf } from "../core/readSafely.js";
import { HEADER_CHARS, HEADERS_SHOWN } from "../network/bodyBounds.js";
import type { HeaderPairs } from "../network/xhrHeaders.js";

const { Headers } = globalThis;
const forEachHeader = method<void>(Headers, "forEach") as (
  of: unknown,
  each: (value: string, name: string) => void,
) => void;

const SECRET_NAMES = ["authorization", "proxy-authorization", "cookie", "set-cookie"];
const SECRET_WORDS = ["token", "secret", "key", "password"];

export class HeaderList {
  hasAuth = false;
  contentType = "";
  private readonly shown = new NativeMap<string, string>();

  add(anyName: string, value: string): void {
    const name = lowerCase(slice(anyName, 0, HEADER_CHARS));
    if (name === "authorization") this.hasAuth = true;
    if (name === "content-type") this.contentType = value;
    if (isSecret(name) || mapSize(this.shown) >= HEADERS_SHOWN) return;
    const known = mapGet(this.shown, name);
    mapSet(this.shown, name, known === undefined ? value : `${known}, ${value}`);
  }

  json(): string {
    let json = "";
    const entries = mapEntries(this.shown);
    for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) {
      json += `${json && ","}${quote(next.value[0], HEADER_CHARS)}:${quote(next.value[1], HEADER_CHARS)}`;
    }
    return `{${json}}`;
  }
}

export function headersOfNative(headers: unknown): HeaderList {
  const list = new HeaderList();
  forEachHeader(headers, (value, name) => list.add(name, value));
  return list;
}

/** What the page gave fetch as `headers`: a Headers object, pairs, or names with values. */
export function headersOfInit(init: unknown): HeaderList {
  try {
    return headersOfNative(init);
  } catch {
    // The native throws for what is not its own.
    return isArray(init) ? headersOfPairs(init) : headersOfObject(init);
  }
}

function headersOfPairs(pairs: readonly unknown[]): HeaderList {
  const list = new HeaderList();
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i];
    list.add(textOf(readOption(pair, "0")), textOf(readOption(pair, "1")));
  }
  return list;
}

function headersOfObject(object: unknown): HeaderList {
  const list = new HeaderList();
  if (typeof object !== "object" || object === null) return list;
  const names = keys(object);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    list.add(name, textOf(readOption(object, name)));
  }
  return list;
}

/** The response headers that XMLHttpRequest reports: lines of `name: value`. */
export function headersOfLines(lines: string): HeaderList {
  const list = new HeaderList();
  const all = split(lines, "\r\n");
  for (let i = 0; i < all.length; i++) {
    const line = all[i] as string;
    const colon = indexOf(line, ": ");
    if (colon > 0) list.add(slice(line, 0, colon), slice(line, colon + 2));
  }
  return list;
}

/** The headers that the page set on an XMLHttpRequest. */
export function headersOfXhr(pairs: HeaderPairs): HeaderList {
  const list = new HeaderList();
  for (let i = 0; i < pairs.length; i++) {
    const { name, value } = pairs[i] as HeaderPairs[number];
    list.add(name, value);
  }
  return list;
}

function isSecret(name: string): boolean {
  for (let i = 0; i < SECRET_NAMES.length; i++) if (name === SECRET_NAMES[i]) return true;
  for (let i = 0; i < SECRET_WORDS.length; i++)
    if (indexOf(name, SECRET_WORDS[i] as string) >= 0) return true;
  return false;
}
