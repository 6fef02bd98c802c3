// Listeners on the window and the document that survive document.open(), which erases them all.
import {
  append,
  listenTo,
  NativeMutationObserver,
  observeNodes,
  removeAt,
  stopListening,
} from "./natives.js";

interface Entry {
  target: EventTarget;
  type: string;
  listener: (event: Event) => void;
}

const entries: Entry[] = [];

/** In the capture phase; returns the removal. */
export function addListener(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  if (entries.length === 0) watchDocument();
  const entry = { target, type, listener };
  append(entries, entry);
  attach(entry);
  return () => {
    for (let i = 0; i < entries.length; i++) if (entries[i] === entry) removeAt(entries, i);
    stopListening(target, type, listener, true);
  };
}

function attach({ target, type, listener }: Entry): void {
  listenTo(target, type, listener, true);
}

let isWatched = false;

/** A replaced document has a new root element. Adding a listener that is still there changes nothing. */
function watchDocument(): void {
  if (isWatched) return;
  isWatched = true;
  const observer = new NativeMutationObserver(() => {
    for (let i = 0; i < entries.length; i++) attach(entries[i] as Entry);
  });
  observeNodes(observer, document, { __proto__: null, childList: true } as MutationObserverInit);
}
