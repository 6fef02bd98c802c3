// The entry of websockets.js: what records WebSockets.
import { WebSockets } from "./webSockets.js";
import type { WebSocketsGiven, WebSocketsPart } from "./webSocketsPart.js";

export function begin(given: WebSocketsGiven): WebSocketsPart {
  return new WebSockets(given) as unknown as WebSocketsPart;
}
