// The long poll for questions while the WebSocket cannot be opened.
import type { ExtensionMessage, Query, QueryResult } from "../../generated/wire.js";
import { ignoreProgress, type ReportProgress } from "../reportProgress.js";
import type { Server } from "./server.js";

const POLL_TIMEOUT_MS = 10_000; // above POLL_HOLD_S, which the server may take

export interface PollParts {
  server: Server;
  pilot: () => boolean;
  hello: () => ExtensionMessage;
  watched: () => number;
  answer: (query: Query, reportProgress: ReportProgress, signal: AbortSignal) => Promise<QueryResult>;
}

/** A poll cannot take a question back. */
const neverAborted = new AbortController().signal;

/** Polls until `stop` or a failure, which it throws. */
export async function poll(parts: PollParts, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const queries = await ask(parts, stop);
    // Not awaited: a slow answer must not delay the next question.
    for (const query of queries) void respond(parts, query);
  }
}

async function ask({ server, pilot, hello, watched }: PollParts, stop: AbortSignal): Promise<Query[]> {
  const response = await server.request("/pending-queries", {
    headers: {
      "X-Gasoline-Pilot": pilot() ? "1" : "0",
      "X-Gasoline-Hello": JSON.stringify(hello()),
      "X-Gasoline-Watched": String(watched()),
    },
    signal: AbortSignal.any([stop, AbortSignal.timeout(POLL_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status} from /pending-queries`);
  const { queries } = (await response.json()) as { queries: Query[] };
  return queries;
}

async function respond({ server, answer }: PollParts, query: Query): Promise<void> {
  const body = JSON.stringify(await answer(query, ignoreProgress, neverAborted));
  // If this result does not arrive, the question times out at the server.
  await server.request("/query-result", { method: "POST", body }).catch(() => undefined);
}
