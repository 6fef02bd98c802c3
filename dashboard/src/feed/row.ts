// One event on the time axis, as `GET /dashboard/stream` sends it; unknown fields are omitted.
export const KINDS = ["error", "console", "network", "websocket", "action", "server"] as const;
export type Kind = (typeof KINDS)[number];
export type Severity = "error" | "warn" | "info" | "debug";

export interface Row {
  /** Identifies the row: a row with the same value replaces it. */
  ref: string;
  kind: Kind;
  /** Milliseconds since 1970. */
  at: number;
  text: string;
  label?: string;
  severity?: Severity;
  /** The id of the request, or of the message's connection. */
  id?: string;
  url?: string;
  tab?: number;
  duration?: number;
  status?: number;
  count?: number;
}
