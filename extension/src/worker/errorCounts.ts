// Errors of each tab since its last navigation.
import { PRERENDERED_PAGES } from "../generated/limits.js";

export interface ErrorCount {
  /** The top frame's document that the count belongs to. */
  documentId: string;
  errors: number;
}

export class ErrorCounts {
  tabs = new Map<number, ErrorCount>();
  /** Errors of pages that are rendered in advance, by document: they become the tab's when the page is shown. */
  private readonly prerendered = new Map<string, number>();

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
    if (this.prerendered.size > PRERENDERED_PAGES && oldest !== undefined) this.prerendered.delete(oldest);
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
