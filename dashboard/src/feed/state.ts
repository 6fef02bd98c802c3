// The state that the app shell shows, as `event: state` of the stream sends it.
export interface State {
  version: string;
  /** Set if the server shows a saved session: which one, and when it was recorded. */
  recording?: string;
  /** The number of the newest event. */
  newest: number;
  extension: { connected: boolean; everConnected: boolean; version: string; watched: number };
  pilot: boolean;
  clients: string[];
  counts: Record<string, number>;
}

/** `shut`: this browser has no valid session. */
export type Connection = "connecting" | "live" | "lost" | "shut";
