// Errors of each tab since its last navigation.

export interface Tally {
  /** The top frame's document that the count belongs to. */
  documentId: string;
  errors: number;
}

export class Tallies {
  tabs = new Map<number, Tally>();

  constructor(private readonly onChange: (tabId: number) => void) {}

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
    const tally = this.tabs.get(tabId) ?? { documentId: "", errors: 0 };
    tally.errors += errors;
    this.tabs.set(tabId, tally);
    this.onChange(tabId);
  }

  closed(tabId: number): void {
    if (this.tabs.delete(tabId)) this.onChange(tabId);
  }

  clear(): void {
    for (const [tabId, tally] of this.tabs) {
      tally.errors = 0;
      this.onChange(tabId);
    }
  }
}
