// What the frame shows, as `event: state` of the stream sends it.
export interface State {
  version: string;
  /** The number of the newest event. */
  newest: number;
  extension: { connected: boolean; everConnected: boolean; version: string; watched: number };
  pilot: boolean;
  clients: string[];
  counts: Record<string, number>;
}

/** `shut`: this browser is not let in any more, or never was. */
export type Connection = "connecting" | "live" | "lost" | "shut";
