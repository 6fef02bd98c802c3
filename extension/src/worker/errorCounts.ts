// Errors of each tab since its last navigation.

export interface ErrorCount {
  /** The top frame's document that the count belongs to. */
  documentId: string;
  errors: number;
}

export class ErrorCounts {
  tabs = new Map<number, ErrorCount>();

  constructor(private readonly onChange: (tabId: number) => void) {}

  /** Adds what an earlier worker had counted for the documents that are still shown. */
  restore(earlier: readonly [number, ErrorCount][]): void {
    for (const [tabId, { documentId, errors }] of earlier) {
      const now = this.tabs.get(tabId);
      if (now === undefined) this.tabs.set(tabId, { documentId, errors });
      else if (now.documentId === documentId) now.errors += errors;
    }
  }

  of(tabId: number): number {
    return this.tabs.get(tabId)?.errors ?? 0;
  }

  /** A top document connected; the same one again, after a restart of the worker, keeps its count. */
  navigated(tabId: number, documentId: string): void {
    if (this.tabs.get(tabId)?.documentId === documentId) return;
    this.tabs.set(tabId, { documentId, errors: 0 });
    this.onChange(tabId);
  }

  add(tabId: number, errors: number): void {
    if (!(errors > 0)) return;
    const count = this.tabs.get(tabId) ?? { documentId: "", errors: 0 };
    count.errors += errors;
    this.tabs.set(tabId, count);
    this.onChange(tabId);
  }

  closed(tabId: number): void {
    if (this.tabs.delete(tabId)) this.onChange(tabId);
  }

  clear(): void {
    for (const [tabId, count] of this.tabs) {
      count.errors = 0;
      this.onChange(tabId);
    }
  }
}
