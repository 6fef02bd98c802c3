// A WebSocket message as it is recorded, and the state of its connection.
import type { WebSocketConnection } from "../../generated/wire.js";

export type State = NonNullable<WebSocketConnection["state"]>;
export type Direction = "incoming" | "outgoing";

export interface Message {
  direction: Direction;
  /** A binary one says only how long it is. */
  text: string;
  /** Bytes of a binary message; null for text, which is measured only where its size is needed. */
  binaryBytes: number | null;
  ms: number;
  /** For an outgoing message: where the page sent it, as a comma and the field, or an empty text. */
  callSite: string;
}
