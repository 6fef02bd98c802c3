// One parcel as one POST: the body, and what the answer means.
import { STREAMS } from "../../generated/wire.js";
import type { Parcel } from "../../shared/messages.js";
import type { Server } from "../server/server.js";

const POST_TIMEOUT_MS = 10_000; // one batch on its way to the server
const RETRY_AFTER_DEFAULT_MS = 1_000; // a busy server that does not say how long
const RETRY_AFTER_MAX_MS = 60_000; // one that says too long

export type Outcome =
  | { kind: "acknowledged" }
  /** A retry cannot succeed. */
  | { kind: "rejected" }
  | { kind: "unpaired" }
  | { kind: "busy"; waitMs: number }
  /** The server responds with an error. */
  | { kind: "server_error" }
  | { kind: "failed"; reason: string };

/** The worker's own fields come last, because the last of duplicate keys counts. */
export function bodyOf(tabId: number, parcel: Parcel): string {
  const { client, seq, dropped, events, stream, untrustedFrame } = parcel;
  const envelope = JSON.stringify({ client, seq, tabId, dropped, untrustedFrame });
  return `{"${STREAMS[stream].field}":[${events}],${envelope.slice(1)}`;
}

export async function post(server: Server, tabId: number, parcel: Parcel): Promise<Outcome> {
  let response: Response;
  try {
    response = await server.request(STREAMS[parcel.stream].path, {
      method: "POST",
      body: bodyOf(tabId, parcel),
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
  } catch (error) {
    return { kind: "failed", reason: String(error) };
  }
  // Read to the end so that the connection can be reused; the status is enough.
  response.arrayBuffer().catch(() => undefined);
  return meaningOf(response.status, response.headers.get("Retry-After"));
}

export function meaningOf(status: number, retryAfter: string | null): Outcome {
  if (status >= 200 && status < 300) return { kind: "acknowledged" };
  if (status === 401 || status === 403) return { kind: "unpaired" };
  if (status === 429) return { kind: "busy", waitMs: waitOf(retryAfter) };
  if (status === 408 || status >= 500 || status < 400) return { kind: "server_error" };
  return { kind: "rejected" };
}

function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds <= 0) return RETRY_AFTER_DEFAULT_MS;
  return Math.min(seconds * 1000, RETRY_AFTER_MAX_MS);
}
