// One event on the time axis, as `GET /dashboard/stream` sends it; what is not known is left out.
export const KINDS = ["error", "console", "network", "websocket", "action"] as const;
export type Kind = (typeof KINDS)[number];
export type Severity = "error" | "warn" | "info" | "debug";

export interface Row {
  /** Names the row: the same again replaces it. */
  ref: string;
  kind: Kind;
  /** Milliseconds since 1970. */
  at: number;
  text: string;
  label?: string;
  severity?: Severity;
  /** Names the request, or the connection of a message. */
  id?: string;
  url?: string;
  tab?: number;
  duration?: number;
  status?: number;
  count?: number;
}
