// Entries of the browser's performance timeline as they come, those before us included.
export type Undo = () => void;

/** Does nothing where the browser does not know the type. */
export function observeEntries<T extends PerformanceEntry>(type: string, take: (entry: T) => void): Undo {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => {};
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) take(entry as T);
  });
  observer.observe({ type, buffered: true });
  return () => observer.disconnect();
}
