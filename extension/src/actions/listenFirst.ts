// Listeners in the capture phase, before the page's; document.open() removes them, so they are added again.

type Listen = (type: string, listener: (event: Event) => void) => void;
export type Undo = () => void;

const OPTIONS = { capture: true, passive: true };

/** `listen` adds to the window; returns the function that removes all. */
export function listenFirst(setUp: (listen: Listen) => void): Undo {
  const listeners: [string, (event: Event) => void][] = [];
  const attach = () => {
    for (const [type, listener] of listeners) window.addEventListener(type, listener, OPTIONS);
  };
  setUp((type, listener) => listeners.push([type, listener]));
  attach();
  // A replaced document has a new root element. Adding a listener that is still there changes nothing.
  const observer = new MutationObserver(attach);
  observer.observe(document, { childList: true });
  return () => {
    observer.disconnect();
    for (const [type, listener] of listeners) window.removeEventListener(type, listener, OPTIONS);
  };
}
