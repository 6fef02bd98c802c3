// Tabs that a page opened: it could reach the window of the first document before our code ran there.
//
// The content script cannot see that: the opener may have cleared `opener`, or may have gone elsewhere since.

const KEY = "openedTabs";
export const MAX_OPENED_TABS = 1_000;

export class OpenedTabs {
  /** The first captured document of each tab; empty until it comes. */
  private firstDocuments = new Map<number, string>();

  constructor(private readonly session: chrome.storage.StorageArea) {}

  async restore(): Promise<void> {
    const { [KEY]: stored } = await this.session.get(KEY);
    if (!Array.isArray(stored)) return;
    this.firstDocuments = new Map([...(stored as [number, string][]), ...this.firstDocuments]);
  }

  /** A window of `window.open` begins with an empty document that is complete; one of a link or a person does not. */
  created({ id, openerTabId, status }: chrome.tabs.Tab): void {
    if (id === undefined || openerTabId === undefined || status !== "complete") return;
    this.firstDocuments.set(id, "");
    this.save();
  }

  removed(tabId: number): void {
    if (this.firstDocuments.delete(tabId)) this.save();
  }

  /** Whether this document is the first one in a tab that a page opened. */
  isFirst(tabId: number, documentId: string): boolean {
    const first = this.firstDocuments.get(tabId);
    if (first !== "") return first === documentId;
    this.firstDocuments.set(tabId, documentId);
    this.save();
    return true;
  }

  private save(): void {
    const newest = [...this.firstDocuments].slice(-MAX_OPENED_TABS);
    this.firstDocuments = new Map(newest);
    // Without the storage they are known until this worker ends.
    this.session.set({ [KEY]: newest }).catch(() => undefined);
  }
}
