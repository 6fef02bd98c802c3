// Injects parts of the page world that a page asks for: most pages never need them.
import type { PartName } from "../shared/lateParts.js";
import type { PartRequest } from "../shared/messages.js";
import { within } from "../shared/within.js";
import { type Page, sendToPage } from "./pages.js";

/** The function of the part's script, which importScripts has loaded; it passes its factory in an event named by the key. */
type InjectPart = (key: string) => void;
declare const gasolineContext: InjectPart;
declare const gasolineBodies: InjectPart;
declare const gasolineFailures: InjectPart;
declare const gasolineWebSockets: InjectPart;
declare const gasolineTraces: InjectPart;

const PARTS: Record<PartName, () => InjectPart> = {
  context: () => gasolineContext,
  bodies: () => gasolineBodies,
  failures: () => gasolineFailures,
  websockets: () => gasolineWebSockets,
  traces: () => gasolineTraces,
};

export class PageParts {
  /** Being injected, with their page. */
  private readonly pending = new Map<Promise<void>, Page>();

  inject(page: Page, { name, key }: PartRequest): void {
    const injection = inject(page, PARTS[name](), key).finally(() => this.pending.delete(injection));
    this.pending.set(injection, page);
  }

  /** The pages that get a part now: when it has come, or the time is up. */
  async settled(waitMs: number): Promise<Page[]> {
    const pages = [...new Set(this.pending.values())];
    await within(Promise.all(this.pending.keys()), waitMs);
    return pages;
  }
}

async function inject(page: Page, func: InjectPart, key: string): Promise<void> {
  const { tabId, documentId } = page;
  const target = { tabId, documentIds: [documentId] };
  try {
    await chrome.scripting.executeScript({
      target,
      world: "MAIN",
      injectImmediately: true,
      func,
      args: [key],
    });
    sendToPage(page, { type: "injected", key });
  } catch {
    // The document is gone, or the permission was removed.
  }
}
