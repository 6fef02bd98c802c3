// A request as the server's view returns it: its timing, and its bodies if they were captured.
import type { RequestLine } from "../../generated/views.js";
import type { Marked } from "../../parts/trustBadge.js";

export interface ShownRequest {
  id: string;
  timing: Timing | null;
  body: Body | null;
  /** Why there are no bodies, and how to capture them. */
  bodiesNote: string;
}

export interface Timing extends Omit<RequestLine, "id" | "hasBody">, Marked {
  tabId?: number;
  start?: number;
  phases?: Record<string, number>;
  decodedSize?: number;
  redirectedTo?: string;
  pageUrl?: string;
  /** The line of the application that sent it, then the one that called that. */
  calledFrom?: CallPlace[];
}

export interface CallPlace {
  file: string;
  line: number;
  function?: string;
}

export interface Body extends Marked {
  ts: string;
  url: string;
  method: string;
  status: number;
  requestBody?: string | null;
  responseBody?: string | null;
  contentType?: string | null;
  duration?: number;
  truncated?: boolean;
  hasAuthHeader?: boolean;
  requestHeaders?: Record<string, string>;
  responseHeaders?: Record<string, string>;
  redirectedTo?: string;
  aborted?: boolean;
  error?: string;
  pageUrl?: string;
}

const FAILED = 400;

/** The outcome as a status or a word. */
export function outcome({
  status,
  aborted,
  cached,
}: Pick<RequestLine, "status" | "aborted" | "cached">): string {
  if (aborted) return "aborted";
  if (status === 0) return "failed";
  return status === undefined ? (cached ? "cached" : "–") : String(status);
}

const CALLS = ["fetch", "xmlhttprequest", "beacon", "eventsource", "navigation", "iframe"];

/** A script, style, image or font that arrived: of a development server there are hundreds. */
export function isLoadedFile(line: RequestLine): boolean {
  return !CALLS.includes(line.initiator ?? "fetch") && !line.aborted && !hasFailed(line);
}

export function hasFailed({ status, aborted }: Pick<RequestLine, "status" | "aborted">): boolean {
  return !aborted && status !== undefined && (status === 0 || status >= FAILED);
}
