// Errors of each tab since its last navigation.

const MAX_PRERENDERED_PAGES = 50; // pages that a browser renders in advance and perhaps never shows

export interface ErrorCount {
  /** The top frame's document that the count belongs to. */
  documentId: string;
  errors: number;
}

export class ErrorCounts {
  tabs = new Map<number, ErrorCount>();
  /** Errors of prerendered pages by document; they count for the tab once the page is shown. */
  private readonly prerendered = new Map<string, number>();

  constructor(private readonly onChange: (tabId: number) => void) {}

  /** Adds the earlier worker's counts for documents that are still shown. */
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
    this.tabs.set(tabId, { documentId, errors: this.prerendered.get(documentId) ?? 0 });
    this.prerendered.delete(documentId);
    this.onChange(tabId);
  }

  add(tabId: number, errors: number): void {
    if (!(errors > 0)) return;
    const count = this.tabs.get(tabId) ?? { documentId: "", errors: 0 };
    count.errors += errors;
    this.tabs.set(tabId, count);
    this.onChange(tabId);
  }

  addPrerendered(documentId: string, errors: number): void {
    if (!(errors > 0)) return;
    this.prerendered.set(documentId, (this.prerendered.get(documentId) ?? 0) + errors);
    const [oldest] = this.prerendered.keys();
    if (this.prerendered.size > MAX_PRERENDERED_PAGES && oldest !== undefined)
      this.prerendered.delete(oldest);
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
