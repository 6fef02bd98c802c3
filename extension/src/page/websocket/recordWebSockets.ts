// Records WebSockets: connections, messages both ways, and how they end.

import { isOwnRequest } from "../core/isOwnRequest.js";
import { eventType, getter, isTrusted, itemAt, listenTo, slice } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import type { State } from "./message.js";
import { readMessage } from "./readMessage.js";
import type { Handle, WebSocketLoader } from "./webSocketLoader.js";

const { WebSocket, MessageEvent, CloseEvent } = globalThis;
const urlOf = getter<string>(WebSocket, "url");
const readyStateOf = getter<number>(WebSocket, "readyState");
const dataOf = getter<unknown>(MessageEvent, "data");
const codeOf = getter<number>(CloseEvent, "code");
const reasonOf = getter<string>(CloseEvent, "reason");

/** Names of the values of readyState. */
const STATES: readonly State[] = ["connecting", "open", "closing", "closed"];

const EVENTS = ["open", "message", "error", "close"];

/** A call of `send`. */
interface Sent {
  data: unknown;
  callSite: string;
}

/** Sockets keep their listener for good, because they may outlive a recorder; while none runs, events are ignored. */
let hear: ((event: Event, connection: Handle) => void) | null = null;

export function recordWebSockets(hooks: Hooks, sockets: WebSocketLoader): Undo {
  if (!WebSocket) return hooks.undo;
  sockets.watch(hooks, stateOf);
  let of: Handle;
  const receiveSafely = hooks.guard((event: Event) => receive(event, of, sockets));
  const onEvent = (event: Event, connection: Handle): void => {
    of = connection;
    receiveSafely(event);
  };
  hear = onEvent;
  const suspend = hooks.guard(() => sockets.suspend());
  hooks.onUndo(() => {
    if (hear === onEvent) hear = null;
    suspend(undefined);
  });
  hooks.patch(window, "WebSocket", {
    __proto__: null,
    made: (socket) => watch(socket as WebSocket, sockets, sockets.callSite()),
  });
  hooks.patch(WebSocket.prototype, "send", {
    __proto__: null,
    beforeCall: (_, args) => {
      return { data: itemAt(args, 0), callSite: sockets.callSite() };
    },
    afterCall: (_, call, socket) => sent(socket as WebSocket, call as Sent, sockets),
  });
  hooks.listen(window, "pagehide", () => sockets.leave());
  return hooks.undo;
}

/** First of all listeners, and in the capture phase: the page's own keep their order and cannot stop the event before us. */
function watch(socket: WebSocket, sockets: WebSocketLoader, callSite = ""): Handle | undefined {
  const url = urlOf(socket);
  if (isOwnRequest(`http${slice(url, 2)}`)) return undefined;
  const connection = sockets.add(socket, url, callSite);
  // One listener for each socket: to find the connection again would cost more than the rest, for every message.
  const listener = (event: Event): void => hear?.(event, connection);
  for (let i = 0; i < EVENTS.length; i++) listenTo(socket, EVENTS[i] as string, listener, true);
  return connection;
}

function receive(event: Event, connection: Handle, sockets: WebSocketLoader): void {
  // A page may dispatch events of its own.
  if (!isTrusted(event)) return;
  switch (eventType(event)) {
    case "message":
      return sockets.message(connection, readMessage("incoming", dataOf(event)));
    case "open":
      return sockets.opened(connection);
    case "error":
      return sockets.failed(connection);
    case "close":
      return sockets.closed(connection, codeOf(event), reasonOf(event));
  }
}

/** What is sent on a closing socket goes nowhere. */
function sent(socket: WebSocket, { data, callSite }: Sent, sockets: WebSocketLoader): void {
  if (stateOf(socket) !== "open") return;
  const connection = sockets.find(socket) ?? watch(socket, sockets);
  if (connection) sockets.message(connection, readMessage("outgoing", data, callSite));
}

function stateOf(socket: WebSocket): State {
  return itemAt(STATES, readyStateOf(socket)) ?? "closed";
}
