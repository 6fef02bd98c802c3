// The content scripts that are connected: one port for each captured frame of each tab.
import { STREAMS } from "../generated/wire.js";
import type { FromContent, Parcel, ToContent } from "../shared/messages.js";
import type { RunReply } from "../shared/run.js";

export interface Page {
  port: chrome.runtime.Port;
  tabId: number;
  /** The frame's document; of the top frame it tells one navigation from the next. */
  documentId: string;
  frameId: number;
  isTop: boolean;
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

export interface PagesParts {
  onPage: (page: Page) => void;
  onParcel: (page: Page, parcel: Parcel, release: () => void) => void;
  onGone: (page: Page) => void;
}

export class Pages {
  private readonly pages = new Set<Page>();
  /** Whoever waits for a page looks again when one has come. */
  private readonly awaited: (() => void)[] = [];

  constructor(private readonly parts: PagesParts) {}

  connect(port: chrome.runtime.Port): void {
    const { tab, frameId = 0, documentId, origin = "null", url = "" } = port.sender ?? {};
    if (port.name !== "page" || tab?.id === undefined) return;
    const page: Page = {
      port,
      tabId: tab.id,
      documentId: documentId ?? "",
      frameId,
      isTop: frameId === 0,
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
    const waiting = this.awaited.splice(0);
    for (const look of waiting) look();
  }

  /** The newest that fits. */
  find(fits: (page: Page) => boolean): Page | undefined {
    return this.all().findLast(fits);
  }

  /** As soon as one that fits is connected. */
  async connected(fits: (page: Page) => boolean): Promise<Page> {
    for (;;) {
      const found = this.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((look) => this.awaited.push(look));
    }
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
        const { parcel } = message;
        if (isParcel(parcel))
          this.parts.onParcel(page, parcel, () => say(page, { type: "have", seq: parcel.seq }));
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
