// The headers that the page has set on an XMLHttpRequest since it was opened.

import { append, weakMap } from "../core/natives.js";
import { HEADERS_SHOWN } from "./bodyBounds.js";

/** Headers as the page passed them. */
export type HeaderPairs = readonly { name: string; value: string }[];

/** More than are shown: some are left out because they hold secrets. */
const NOTED = 2 * HEADERS_SHOWN;

const lists = weakMap<{ name: string; value: string }[]>();

export function noteXhrHeader(xhr: XMLHttpRequest, name: string, value: string): void {
  const list = lists.get(xhr) ?? [];
  if (list.length < NOTED) append(list, { name, value });
  lists.set(xhr, list);
}

/** Whether these are all that the page has set. */
export function isCompleteList(headers: HeaderPairs): boolean {
  return headers.length < NOTED;
}

/** The headers of the current request. */
export function xhrHeaders(xhr: XMLHttpRequest): HeaderPairs {
  return lists.get(xhr) ?? [];
}

/** A request that is opened begins with none. */
export function forgetXhrHeaders(xhr: XMLHttpRequest): void {
  if (lists.get(xhr)) lists.set(xhr, []);
}
