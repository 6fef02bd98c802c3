// Answers the server's flush: every watched frame hands over what it holds, and the server has acknowledged it.
import {
  ERROR_CONTEXT_WAIT_MS,
  ERROR_PAGE_WAIT_MS,
  FLUSH_MARGIN_MS,
  FLUSH_WAIT_MS,
} from "../generated/limits.js";
import type { FlushedMessage, FlushMessage } from "../generated/wire.js";
import { deferred } from "./deferred.js";
import type { Delivery } from "./delivery.js";
import { type Page, type Pages, say } from "./pages.js";
import type { Queue } from "./queue.js";
import type { SourceSnippets } from "./sourceSnippets/sourceSnippets.js";

export interface FlushParts {
  pages: Pages;
  queue: Queue;
  delivery: Delivery;
  snippets: Pick<SourceSnippets, "settled">;
}

export async function flush(
  { pages, queue, delivery, snippets }: FlushParts,
  { id, errorContext = false }: Pick<FlushMessage, "id" | "errorContext">,
): Promise<FlushedMessage> {
  const start = performance.now();
  const pageWaitMs = errorContext ? ERROR_PAGE_WAIT_MS : FLUSH_WAIT_MS;
  const silent = await askAll(pages.all(), id, start + pageWaitMs - FLUSH_MARGIN_MS);
  const deadline = start + (errorContext ? ERROR_CONTEXT_WAIT_MS : FLUSH_WAIT_MS) - FLUSH_MARGIN_MS;
  // With time left to bring it to the server.
  if (errorContext) await snippets.settled(Math.max(0, deadline - FLUSH_WAIT_MS - performance.now()));
  const waiting = queue.all();
  await delivery.settled(waiting, Math.max(0, deadline - performance.now()));
  const late = waiting.filter((entry) => queue.has(entry));
  return { type: "flushed", id, missing: [...new Set([...silent, ...late].map(({ tabId }) => tabId))] };
}

/** The pages that did not answer in time. */
async function askAll(pages: Page[], id: string, deadline: number): Promise<Page[]> {
  const silent = new Set(pages);
  if (silent.size === 0) return [];
  const { promise, resolve } = deferred<void>();
  const timer = setTimeout(resolve, deadline - performance.now());
  for (const page of pages) {
    page.flushes.set(id, () => {
      silent.delete(page);
      if (silent.size === 0) resolve();
    });
    say(page, { type: "flush", id });
  }
  await promise;
  clearTimeout(timer);
  for (const page of pages) page.flushes.delete(id);
  return [...silent];
}
