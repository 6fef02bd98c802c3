// The connected content scripts: one port per captured frame.
import type { FromContent, Parcel, PartRequest, ToContent, Wake } from "../shared/messages.js";
import { within } from "../shared/within.js";
import { deferred } from "./deferred.js";
import { checkedParcel } from "./delivery/checkedParcel.js";

export interface Page {
  port: chrome.runtime.Port;
  tabId: number;
  /** The frame's document; for the top frame it distinguishes navigations. */
  documentId: string;
  frameId: number;
  isTop: boolean;
  /** Prerendered and not shown yet; it reconnects when it is shown. */
  isPrerendered: boolean;
  /** The origin for its settings; a frame without its own origin uses that of the tab's page. */
  site: string;
  /** The frame's own origin; "null" for one that has none. */
  origin: string;
  /** The frame's address when it was first seen. */
  url: string;
  /** When that was, on the wall clock. */
  seenMs: number;
  /** It takes the pilot's mark away again and again. */
  hidesMark: boolean;
  /** Called when the page has flushed, by the flush's id. */
  flushes: Map<string, () => void>;
  /** Called when the page is gone. */
  whenGone: Set<() => void>;
}

export interface Receipt {
  /** Tells the page to drop its copy. */
  release: () => void;
  /** An earlier worker may have sent it to the server. */
  maybeDelivered: boolean;
}

export interface PagesParts {
  onPage: (page: Page) => void;
  onParcel: (page: Page, parcel: Parcel, receipt: Receipt) => void;
  onPartRequest: (page: Page, request: PartRequest) => void;
  onMarkHidden: (page: Page) => void;
  onGone: (page: Page) => void;
}

export class Pages {
  private readonly pages = new Set<Page>();
  /** Called with each page that connects. */
  private readonly waiters = new Set<(page: Page) => void>();

  constructor(private readonly parts: PagesParts) {}

  connect(port: chrome.runtime.Port): void {
    const { tab, frameId = 0, documentId, documentLifecycle, origin = "null", url = "" } = port.sender ?? {};
    if (port.name !== "page" || tab?.id === undefined) return;
    const page: Page = {
      port,
      tabId: tab.id,
      documentId: documentId ?? "",
      frameId,
      isTop: frameId === 0,
      isPrerendered: documentLifecycle === "prerender",
      site: origin === "null" ? (tab.url ?? "") : origin,
      origin,
      url,
      seenMs: Date.now(),
      hidesMark: false,
      flushes: new Map(),
      whenGone: new Set(),
    };
    this.pages.add(page);
    port.onMessage.addListener((message: FromContent) => this.receive(page, message));
    port.onDisconnect.addListener(() => this.disconnected(page));
    this.parts.onPage(page);
    for (const look of this.waiters) look(page);
  }

  /** The newest matching page. */
  find(fits: (page: Page) => boolean): Page | undefined {
    return this.all().findLast(fits);
  }

  /** A matching page as soon as it connects; undefined after the timeout. */
  async waitFor(fits: (page: Page) => boolean, waitMs: number): Promise<Page | undefined> {
    const found = this.find(fits);
    if (found !== undefined) return found;
    const { promise, resolve } = deferred<Page | undefined>();
    const look = (page: Page) => fits(page) && resolve(page);
    this.waiters.add(look);
    const page = await within(promise, waitMs);
    this.waiters.delete(look);
    return page;
  }

  all(): Page[] {
    return [...this.pages];
  }

  tabIds(): Set<number> {
    return new Set(this.all().map((page) => page.tabId));
  }

  hasTop(tabId: number): boolean {
    return this.all().some((page) => page.isTop && page.tabId === tabId);
  }

  hidesMark(tabId: number): boolean {
    return this.all().some((page) => page.isTop && page.tabId === tabId && page.hidesMark);
  }

  private receive(page: Page, message: FromContent): void {
    switch (message.type) {
      case "parcel": {
        const { parcel, maybeDelivered = false } = message;
        const release = () => sendToPage(page, { type: "have", seq: parcel.seq });
        const checked = checkedParcel(parcel, page);
        if (checked === null) release();
        else this.parts.onParcel(page, checked, { release, maybeDelivered });
        return;
      }
      case "flushed":
        page.flushes.get(message.id)?.();
        return;
      case "markHidden":
        page.hidesMark = true;
        return this.parts.onMarkHidden(page);
      case "part":
        return this.parts.onPartRequest(page, message);
      default:
        message satisfies never;
    }
  }

  private disconnected(page: Page): void {
    this.pages.delete(page);
    // A page that is gone has nothing more to flush.
    for (const done of page.flushes.values()) done();
    for (const notify of page.whenGone) notify();
    this.parts.onGone(page);
  }
}

/** Reconnects content scripts that let the worker sleep, because a server or the popup is there now. */
export async function wakePages(): Promise<void> {
  const wake: Wake = { type: "wake" };
  for (const { id } of await chrome.tabs.query({})) {
    // Most tabs do not have our content script and return an error.
    if (id !== undefined) chrome.tabs.sendMessage(id, wake).catch(() => undefined);
  }
}

/** A port may close at any time; then the message is obsolete. */
export function sendToPage(page: Page, message: ToContent): void {
  try {
    page.port.postMessage(message);
  } catch {
    // Disconnected: onDisconnect follows.
  }
}
