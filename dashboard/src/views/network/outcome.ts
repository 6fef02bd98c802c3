// How a request ended.
import type { RequestLine, RequestTiming } from "../../generated/views.js";

const FAILED = 400;

type End = Pick<RequestTiming, "status" | "aborted" | "cached">;

/** The outcome as a status or a word. */
export function outcome({ status, aborted, cached }: End): string {
  if (aborted) return "aborted";
  if (status === 0) return "failed";
  return status == null ? (cached ? "cached" : "–") : String(status);
}

const CALLS = ["fetch", "xmlhttprequest", "beacon", "eventsource", "navigation", "iframe"];

/** A script, style, image or font that arrived: of a development server there are hundreds. */
export function isLoadedFile(line: RequestLine): boolean {
  return !CALLS.includes(line.initiator ?? "fetch") && !line.aborted && !hasFailed(line);
}

export function hasFailed({ status, aborted }: End): boolean {
  return !aborted && status != null && (status === 0 || status >= FAILED);
}
