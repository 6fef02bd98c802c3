// The headers that the page has set on an XMLHttpRequest since it was opened.
import { HeaderList } from "./headerList.js";
import { memo } from "./natives.js";

const lists = memo<HeaderList>();

export function noteXhrHeader(xhr: XMLHttpRequest, name: string, value: string): void {
  const list = lists.get(xhr) ?? new HeaderList();
  list.add(name, value);
  lists.set(xhr, list);
}

/** Those of the request that is sent now. */
export function xhrHeaders(xhr: XMLHttpRequest): HeaderList {
  return lists.get(xhr) ?? new HeaderList();
}

/** A request that is opened begins with none. */
export function forgetXhrHeaders(xhr: XMLHttpRequest): void {
  if (lists.get(xhr)) lists.set(xhr, new HeaderList());
}
