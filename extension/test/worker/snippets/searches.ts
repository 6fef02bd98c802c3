// A search for the source lines of an error: its page, its files and what it sends.
import type { SourceSnippet } from "../../../src/generated/wire.js";
import type { Parcel } from "../../../src/shared/messages.js";
import {
  ERROR_CONTEXT_MS,
  type ErrorPage,
  SourceSnippets,
} from "../../../src/worker/snippets/sourceSnippets.js";
import { bundle, CART_LINES, ORIGIN, type Served, serve, stackOf } from "./builds.js";

/** As the page lists them, of unknown size. */
export function scripts(...urls: string[]) {
  return urls.map((url) => ({ url: new URL(url, ORIGIN).href, bytes: 0 }));
}

export const URL_OF_SCRIPT = `${ORIGIN}/dist/main.js`;
export const PAGE: ErrorPage = {
  tabId: 7,
  isTop: true,
  documentId: "d1",
  origin: ORIGIN,
  url: `${ORIGIN}/`,
  seenMs: Date.now(),
};
export const EXACT = {
  file: "src/cart.ts",
  line: 9,
  column: 26,
  function: "totalOfCart",
  snippet: CART_LINES,
};

export function parcelOf(stack: string, more: Record<string, unknown> = {}): Parcel {
  const events = JSON.stringify({
    id: "a.1",
    type: "exception",
    level: "error",
    message: "no",
    stack,
    ...more,
  });
  return { stream: "logs", events, count: 1, errors: 1, client: "page", seq: 3 };
}

export function setUp(files: Record<string, Served | string | Error>) {
  const { read, asked } = serve(files);
  const sent: Parcel[] = [];
  const snippets = new SourceSnippets({
    deliver: (_tab, parcel) => sent.push(parcel),
    client: "worker-1",
    read,
  });
  return { snippets, sent, asked };
}

export async function snippetsFor(
  files: Record<string, Served | string | Error>,
  stack: string,
  page: Partial<ErrorPage> = {},
): Promise<SourceSnippet[]> {
  const { snippets, sent } = setUp(files);
  snippets.consider({ ...PAGE, ...page }, parcelOf(stack));
  await snippets.settled(ERROR_CONTEXT_MS);
  return sent.length === 0 ? [] : JSON.parse(sent[0]?.events ?? "")._sourceSnippets;
}

export const linked = await bundle();
export const stack = stackOf(linked.script, URL_OF_SCRIPT);
export const both = { "/dist/main.js": linked.script, "/dist/main.js.map": linked.map };

export function withMap(change: (map: Record<string, unknown>) => unknown) {
  return { ...both, "/dist/main.js.map": JSON.stringify(change(JSON.parse(linked.map))) };
}
