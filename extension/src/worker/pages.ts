// The content scripts that are connected: one port for each captured frame of each tab.
import { STREAMS } from "../generated/wire.js";
import type { FromContent, Parcel, ToContent, Wake } from "../shared/messages.js";
import type { RunReply } from "../shared/run.js";
import { deferred } from "./deferred.js";
import { within } from "./within.js";

export interface Page {
  port: chrome.runtime.Port;
  tabId: number;
  /** The frame's document; of the top frame it tells one navigation from the next. */
  documentId: string;
  frameId: number;
  isTop: boolean;
  /** Rendered in advance, and not shown yet; it connects anew when it is. */
  isPrerendered: boolean;
  /** Where it belongs for the settings; a frame without an origin of its own belongs to the tab's page. */
  site: string;
  /** The frame's own origin; "null" for one that has none. */
  origin: string;
  /** The frame's address when it was first seen. */
  url: string;
  /** When that was, on the wall clock. */
  seenMs: number;
  /** Called when the page has flushed, by the flush's id. */
  flushes: Map<string, () => void>;
  /** Called with what the page says about a script, by the script's id; null when the page is gone. */
  scripts: Map<string, (reply: RunReply | null) => void>;
}

export interface Receipt {
  /** Tells the page that it may let go of its copy. */
  release: () => void;
  /** An earlier worker may have sent it to the server. */
  maybeDelivered: boolean;
}

export interface PagesParts {
  onPage: (page: Page) => void;
  onParcel: (page: Page, parcel: Parcel, receipt: Receipt) => void;
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
      flushes: new Map(),
      scripts: new Map(),
    };
    this.pages.add(page);
    port.onMessage.addListener((message: FromContent) => this.receive(page, message));
    port.onDisconnect.addListener(() => this.disconnected(page));
    this.parts.onPage(page);
    for (const look of this.waiters) look(page);
  }

  /** The newest that fits. */
  find(fits: (page: Page) => boolean): Page | undefined {
    return this.all().findLast(fits);
  }

  /** One that fits, as soon as it is connected; undefined when none is in time. */
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

  private receive(page: Page, message: FromContent): void {
    switch (message.type) {
      case "parcel": {
        const { parcel, maybeDelivered = false } = message;
        const release = () => say(page, { type: "have", seq: parcel.seq });
        if (isParcel(parcel)) this.parts.onParcel(page, parcel, { release, maybeDelivered });
        return;
      }
      case "flushed":
        page.flushes.get(message.id)?.();
        return;
      case "ran":
      case "expecting":
        page.scripts.get(message.id)?.(message);
        return;
      default:
        message satisfies never;
    }
  }

  private disconnected(page: Page): void {
    this.pages.delete(page);
    // A page that is gone has nothing more to flush.
    for (const done of page.flushes.values()) done();
    for (const hear of page.scripts.values()) hear(null);
    this.parts.onGone(page);
  }
}

/** Content scripts let the worker sleep while there is no server; now there is one, or a person looks. */
export async function wakePages(): Promise<void> {
  const wake: Wake = { type: "wake" };
  for (const { id } of await chrome.tabs.query({})) {
    // Most tabs have no content script of ours, and say so by an error.
    if (id !== undefined) chrome.tabs.sendMessage(id, wake).catch(() => undefined);
  }
}

/** A port closes without notice; what was to be said is then of no use to anybody. */
export function say(page: Page, message: ToContent): void {
  try {
    page.port.postMessage(message);
  } catch {
    // Disconnected: onDisconnect follows.
  }
}

/** The page's world wrote the chunk, so its shape is not taken for granted. */
function isParcel(parcel: Parcel): boolean {
  return (
    Object.hasOwn(STREAMS, parcel.stream) &&
    typeof parcel.events === "string" &&
    typeof parcel.client === "string" &&
    Number.isSafeInteger(parcel.seq) &&
    Number.isSafeInteger(parcel.count) &&
    Number.isSafeInteger(parcel.errors)
  );
}
