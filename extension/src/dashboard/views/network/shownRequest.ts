// A request as the server's view shows it: its timing, and its bodies where they were captured.
export interface ShownRequest {
  id: string;
  timing: Timing | null;
  body: Body | null;
  /** Why there are no bodies, and how there will be. */
  bodiesNote: string;
}

export interface RequestLine {
  id: string;
  ts: string;
  url: string;
  method?: string;
  status?: number;
  initiator?: string;
  duration?: number;
  transferSize?: number;
  cached?: boolean;
  aborted?: boolean;
  hasBody?: boolean;
}

export interface Timing extends Omit<RequestLine, "id" | "hasBody"> {
  tabId?: number;
  start?: number;
  phases?: Record<string, number>;
  decodedSize?: number;
  redirectedTo?: string;
  pageUrl?: string;
}

export interface Body {
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

/** What came of it, in a word or a number. */
export function outcome({
  status,
  aborted,
  cached,
}: Pick<RequestLine, "status" | "aborted" | "cached">): string {
  if (aborted) return "aborted";
  if (status === 0) return "failed";
  return status === undefined ? (cached ? "cached" : "–") : String(status);
}

export function hasFailed({ status, aborted }: Pick<RequestLine, "status" | "aborted">): boolean {
  return !aborted && status !== undefined && (status === 0 || status >= FAILED);
}
