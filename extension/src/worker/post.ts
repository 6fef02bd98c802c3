// One parcel as one POST: the body, and what the answer means.
import { POST_TIMEOUT_MS, RETRY_AFTER_DEFAULT_MS, RETRY_AFTER_MAX_MS } from "../generated/limits.js";
import { STREAMS } from "../generated/wire.js";
import type { Parcel } from "../shared/messages.js";
import type { Server } from "./server.js";

export type Outcome =
  | { kind: "acknowledged" }
  /** It will never succeed. */
  | { kind: "rejected" }
  | { kind: "unpaired" }
  | { kind: "busy"; waitMs: number }
  /** The server is there and in trouble. */
  | { kind: "server_error" }
  | { kind: "failed"; reason: string };

/** The worker's own fields come last: of a key that is there twice the last one counts. */
export function bodyOf(tabId: number, parcel: Parcel): string {
  const { client, seq, dropped, events, stream } = parcel;
  const envelope = JSON.stringify({ client, seq, tabId, ...(dropped === undefined ? {} : { dropped }) });
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
  // Read to the end so that the connection serves the next request; the status has said everything.
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
