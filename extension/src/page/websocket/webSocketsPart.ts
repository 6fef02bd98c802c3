// The part that records WebSockets, as page.js uses it: it comes with a page's first one.
import type { Emit } from "../core/outbox.js";
import type { Message, State } from "./message.js";

/** What page.js hands over to it. */
export interface WebSocketsGiven {
  emit: Emit;
}

/** `Connection`: a socket as the part knows it. Times are wall-clock milliseconds. */
export interface WebSocketsPart<Connection = object> {
  add: (socket: WeakRef<WebSocket>, url: string, ms: number, callSite: string) => Connection;
  opened: (connection: Connection, ms: number) => void;
  failed: (connection: Connection, ms: number) => void;
  closed: (connection: Connection, code: number, reason: string, ms: number) => void;
  message: (connection: Connection, message: Message) => void;
  /** How each changed connection stands. */
  report: () => void;
  /** The page goes away, and no event will tell. */
  leave: (ms: number) => void;
  /** Recording goes off, or on again. */
  suspend: () => void;
  resume: (stateOf: (socket: WebSocket) => State, ms: number) => void;
}
