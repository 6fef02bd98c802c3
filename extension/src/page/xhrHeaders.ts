// The headers that the page has set on an XMLHttpRequest since it was opened.
import { HeaderList } from "./headerList.js";
import { memo } from "./natives.js";

const lists = memo<HeaderList>();

export function noteXhrHeader(xhr: XMLHttpRequest, name: string, value: string): void {
  const list = lists.get(xhr) ?? new HeaderList();
  list.add(name, value);
  lists.set(xhr, list);
}

/** Those of the request that is sent now; another one that is opened begins with none. */
export function takeXhrHeaders(xhr: XMLHttpRequest): HeaderList {
  const list = lists.get(xhr) ?? new HeaderList();
  lists.set(xhr, new HeaderList());
  return list;
}
