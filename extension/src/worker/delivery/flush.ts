// Answers the server's flush: every watched frame sends its events, and the server has acknowledged them.

import type { FlushedMessage, FlushMessage } from "../../generated/wire.js";
import { within } from "../../shared/within.js";
import { deferred } from "../deferred.js";
import type { PageParts } from "../pageParts.js";
import { type Page, type Pages, sendToPage } from "../pages.js";
import type { CallSites } from "../snippets/callSites.js";
import type { SourceSnippets } from "../snippets/sourceSnippets.js";
import type { Delivery } from "./delivery.js";
import type { Queue } from "./queue.js";

export const FLUSH_MARGIN_MS = 12; // of the server's wait, kept for the way of the question and of the answer
export const DELIVERY_MS = 50; // of the wait for an error's context, kept to bring it to the server
// The share of that wait for pages: a page that has just failed is often busy, and knows the context
export const ERROR_PAGE_SHARE = 0.25;

export interface FlushParts {
  pages: Pages;
  pageParts: Pick<PageParts, "settled">;
  queue: Queue;
  delivery: Delivery;
  snippets: Pick<SourceSnippets, "settled">;
  callSites: Pick<CallSites, "settled">;
}

export async function flush(
  { pages, pageParts, queue, delivery, snippets, callSites }: FlushParts,
  { id, waitMs, errorContext = false }: Omit<FlushMessage, "type">,
): Promise<FlushedMessage> {
  const start = performance.now();
  const pageDeadline = start + (errorContext ? waitMs * ERROR_PAGE_SHARE : waitMs) - FLUSH_MARGIN_MS;
  const silent = await askAll(pages.all(), id, pageDeadline);
  silent.push(...(await askAgain(pageParts, id, pageDeadline)));
  const deadline = start + waitMs - FLUSH_MARGIN_MS;
  if (errorContext) await snippets.settled(Math.max(0, deadline - DELIVERY_MS - performance.now()));
  // Mostly their scripts are known, and it takes no time; else half of what is left.
  await callSites.settled(Math.max(0, deadline - performance.now()) / 2);
  const waiting = queue.all();
  await delivery.settled(waiting, Math.max(0, deadline - performance.now()));
  const late = waiting.filter((entry) => queue.has(entry));
  return { type: "flushed", id, missing: [...new Set([...silent, ...late].map(({ tabId }) => tabId))] };
}

/** A page that gets a part just now has more to say afterwards. */
async function askAgain(pageParts: FlushParts["pageParts"], id: string, deadline: number): Promise<Page[]> {
  const pages = await pageParts.settled(Math.max(0, deadline - performance.now()));
  return askAll(pages, `${id}+`, deadline);
}

/** The pages that did not answer in time. */
async function askAll(pages: Page[], id: string, deadline: number): Promise<Page[]> {
  const silent = new Set(pages);
  if (silent.size === 0) return [];
  const { promise, resolve } = deferred<void>();
  for (const page of pages) {
    page.flushes.set(id, () => {
      silent.delete(page);
      if (silent.size === 0) resolve();
    });
    sendToPage(page, { type: "flush", id });
  }
  await within(promise, deadline - performance.now());
  for (const page of pages) page.flushes.delete(id);
  return [...silent];
}
