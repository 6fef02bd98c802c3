// The probes `readStorage` and `writeStorage`: a site's localStorage and sessionStorage, all or nothing.
import { Refusal, type StorageContent } from "../shared/probeTypes.js";

const { getItem, setItem, key, clear } = Storage.prototype;

/** Returns JSON text, which keeps lone surrogates, unlike a message. */
export function readStorage(): string {
  return JSON.stringify(readAll());
}

/** Within one task: the page sees the state before or the state after. */
export function writeStorage({ json }: { json: string }): null {
  const former = readAll();
  try {
    writeAll(JSON.parse(json));
  } catch (error) {
    writeAll(former);
    throw new Refusal(
      "storage_failed",
      `The page's storage did not take it: ${error}`,
      "The previous state was restored. Free some of the site's storage, then load again.",
    );
  }
  return null;
}

function readAll(): StorageContent {
  try {
    return { localStorage: entriesOf(localStorage), sessionStorage: entriesOf(sessionStorage) };
  } catch (error) {
    throw new Refusal(
      "storage_failed",
      `The page has no storage: ${error}`,
      "Sandboxed pages and blocked cookies have none; ask about another page.",
    );
  }
}

function writeAll(content: StorageContent): void {
  replace(localStorage, content.localStorage);
  if (content.sessionStorage !== undefined) replace(sessionStorage, content.sessionStorage);
}

function replace(storage: Storage, entries: [string, string][]): void {
  clear.call(storage);
  for (const [name, value] of entries) setItem.call(storage, name, value);
}

function entriesOf(storage: Storage): [string, string][] {
  const entries: [string, string][] = [];
  for (let at = 0, name = key.call(storage, at); name !== null; name = key.call(storage, ++at))
    entries.push([name, getItem.call(storage, name) ?? ""]);
  return entries;
}
