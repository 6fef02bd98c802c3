// Adds source snippets to errors that were already sent, as an update of the same entry.
import type { Parcel } from "../../shared/messages.js";
import type { ScriptList } from "../../shared/probeTypes.js";
import { within } from "../../shared/within.js";
import type { Page } from "../pages.js";
import { askProbe } from "../tabs/askProbe.js";
import { errorsIn, type FoundError } from "./errorsIn.js";
import { type ReadText, readText } from "./readText.js";
import { searchSnippets } from "./snippetsOf.js";
import type { SourceDocument } from "./sourceFile.js";
import { SourceFiles } from "./sourceFiles.js";

export const ERROR_CONTEXT_MS = 3_000; // ERR-08: everything that is looked up for an error
const MAX_ERROR_CONTEXTS = 50; // errors whose snippets are looked for at once
const ERRORS_SEEN = 500; // errors whose snippets have been looked for, so that an update of one does not start over
const SCRIPT_LIST_WAIT_MS = 1_000; // a page's answer to which scripts it has loaded; below ERROR_CONTEXT_MS

export interface SourceSnippetsParts {
  /** Puts the update behind the entry that it belongs to. */
  deliver: (tabId: number, parcel: Parcel) => void;
  /** Names this worker among those who send. */
  client: string;
  read?: ReadText;
}

export type ErrorPage = Pick<Page, "tabId" | "isTop" | "documentId" | "origin" | "url" | "seenMs">;

export class SourceSnippets {
  readonly files: SourceFiles;
  private readonly pending = new Set<Promise<void>>();
  private readonly seen = new Set<string>();
  private seq = 0;

  constructor(private readonly parts: SourceSnippetsParts) {
    this.files = new SourceFiles(parts.read ?? readText);
  }

  /** Begins to look for the sources of the parcel's errors; returns at once. */
  consider(page: ErrorPage, parcel: Parcel): void {
    // A frame without an origin of its own may read nothing, so nothing is read for it.
    if (page.origin === "null") return;
    for (const error of errorsIn(parcel)) {
      if (this.pending.size >= MAX_ERROR_CONTEXTS || !this.isNew(error.id)) continue;
      const work = this.enrich(page, error).finally(() => this.pending.delete(work));
      this.pending.add(work);
    }
  }

  /** Resolves when what is under way is done, or after that time. */
  async settled(waitMs: number): Promise<void> {
    if (this.pending.size === 0) return;
    await within(Promise.all(this.pending), waitMs);
  }

  private async enrich(page: ErrorPage, error: FoundError): Promise<void> {
    const { finished, found } = searchSnippets(error, documentOf(page, error.url), this.files);
    await within(
      finished.catch(() => undefined),
      ERROR_CONTEXT_MS,
    );
    const snippets = found();
    if (snippets.length === 0) return;
    const events = JSON.stringify({ id: error.id, _sourceSnippets: snippets });
    const { client, deliver } = this.parts;
    deliver(page.tabId, { stream: "logs", events, count: 1, errors: 0, client, seq: this.seq++ });
  }

  /** An entry may come again with more in it. */
  private isNew(id: string): boolean {
    if (this.seen.has(id)) return false;
    this.seen.add(id);
    const [oldest] = this.seen;
    if (this.seen.size > ERRORS_SEEN && oldest !== undefined) this.seen.delete(oldest);
    return true;
  }
}

/** `current`: its address at that moment. */
export function documentOf(page: ErrorPage, current: string): SourceDocument {
  const { documentId, origin, url, seenMs } = page;
  let scripts: Promise<ScriptList> | undefined;
  const listOnce = () => {
    // A page that is busy does not say; the error has little time.
    scripts ??= within(listScripts(page), SCRIPT_LIST_WAIT_MS).then((list) => list ?? []);
    return scripts;
  };
  return { id: documentId, origin, urls: [url, current], seenMs, scripts: listOnce, newest: new Map() };
}

/** The scripts that a page has loaded; of the page itself, not of its frames. */
async function listScripts({ tabId, isTop }: Pick<Page, "tabId" | "isTop">): Promise<ScriptList> {
  try {
    return isTop ? await askProbe(tabId, "scripts", {}) : [];
  } catch {
    // The page is gone, or may not be touched.
    return [];
  }
}
