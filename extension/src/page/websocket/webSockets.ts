// The WebSockets of the page: counts every message, and samples them under load.
import { MAX_WEBSOCKET_CONNECTIONS } from "../../generated/limits.js";
import { append, isoOf, itemAt, removeAt, setTimer } from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import { createTokenBucket } from "../core/tokenBucket.js";
import type { Message, State } from "./message.js";
import { Connection } from "./webSocketConnection.js";
import type { WebSocketsGiven, WebSocketsPart } from "./webSocketsPart.js";

export const WEBSOCKET_BURST = 400; // messages a page sends on before it begins to sample; twice what the daemon keeps
export const WEBSOCKET_FIRST_MESSAGES = 10; // of each connection, sent on in any case
const WEBSOCKET_MESSAGES_PER_S = 200; // messages a page sends on under load; the daemon keeps as many
export const WEBSOCKET_STATUS_MS = 250; // how often a busy connection says how it stands

/** The close code that a browser sends when its page goes away. */
const GOING_AWAY = 1001;

export class WebSockets implements WebSocketsPart<Connection> {
  private readonly emit: Emit;
  /** Open or about to be, oldest first. */
  private readonly tracked: Connection[] = [];
  private changed: Connection[] = [];
  private isTimed = false;
  private readonly takeMessages = createTokenBucket(WEBSOCKET_BURST, WEBSOCKET_MESSAGES_PER_S);

  constructor({ emit }: WebSocketsGiven) {
    this.emit = emit;
  }

  add(socket: WeakRef<WebSocket>, url: string, ms: number, callSite: string): Connection {
    const connection = new Connection(socket, url, ms, callSite);
    append(this.tracked, connection);
    if (this.tracked.length > MAX_WEBSOCKET_CONNECTIONS) {
      (itemAt(this.tracked, 0) as Connection).isTracked = false;
      removeAt(this.tracked, 0);
    }
    this.touch(connection);
    return connection;
  }

  opened(connection: Connection, ms: number): void {
    connection.state = "open";
    connection.openedAt = isoOf(ms);
    this.tell(connection, connection.openJson(ms));
  }

  failed(connection: Connection, ms: number): void {
    this.sendHeld(connection);
    this.tell(connection, connection.eventJson("error", ms));
  }

  /** Without a code if its end was not seen. */
  closed(connection: Connection, code: number | null, reason: string, ms: number): void {
    if (connection.state === "closed") return;
    this.sendHeld(connection);
    connection.state = "closed";
    connection.closedAt = isoOf(ms);
    connection.code = code;
    connection.reason = reason;
    if (code !== null) this.tell(connection, connection.closeJson(ms));
    this.touch(connection);
    for (let i = 0; i < this.tracked.length; i++) {
      if (this.tracked[i] === connection) removeAt(this.tracked, i);
    }
  }

  message(connection: Connection, message: Message): void {
    // A connection that was created while nothing was recorded.
    if (connection.state === "connecting") connection.state = "open";
    const isNew = connection.shapes.isNew(message.direction, message.text, message.ms);
    const isFirst = connection.messages < WEBSOCKET_FIRST_MESSAGES;
    connection.count(message);
    if (isNew || isFirst || this.takeMessages(1, message.ms)) {
      this.emit("websocket_events", connection.messageJson(message));
    } else {
      connection.leftOut++;
      connection.held = message;
    }
    this.touch(connection);
  }

  /** How each changed connection stands, and its newest message if that was left out: a burst's last one is there. */
  readonly report = (): void => {
    const { changed } = this;
    this.changed = [];
    for (let i = 0; i < changed.length; i++) {
      const connection = changed[i] as Connection;
      connection.isChanged = false;
      this.sendHeld(connection);
      if (connection.isTracked) this.emit("websocket_status", connection.statusJson());
    }
  };

  /** The page goes away, and no event will tell. */
  leave(ms: number): void {
    while (this.tracked.length > 0) this.closed(itemAt(this.tracked, 0) as Connection, GOING_AWAY, "", ms);
  }

  /** Recording is switched off: from now on their state is unknown. */
  suspend(): void {
    this.report();
    for (let i = 0; i < this.tracked.length; i++) {
      const connection = this.tracked[i] as Connection;
      connection.state = "untracked";
      this.emit("websocket_status", connection.statusJson());
    }
  }

  /** Recording was off: what the sockets say now. */
  resume(stateOf: (socket: WebSocket) => State, ms: number): void {
    for (let i = this.tracked.length - 1; i >= 0; i--) {
      const connection = this.tracked[i] as Connection;
      const { socket } = connection;
      const state = socket === undefined ? "closed" : stateOf(socket);
      if (state === "closed") this.closed(connection, null, "", ms);
      else connection.state = state;
      this.touch(connection);
    }
  }

  private tell(connection: Connection, event: string): void {
    this.emit("websocket_events", event);
    this.touch(connection);
  }

  private sendHeld(connection: Connection): void {
    const { held } = connection;
    if (held === null) return;
    connection.leftOut--;
    this.emit("websocket_events", connection.messageJson(held));
  }

  private touch(connection: Connection): void {
    if (!connection.isChanged) {
      connection.isChanged = true;
      append(this.changed, connection);
    }
    if (this.isTimed) return;
    setTimer(() => {
      this.isTimed = false;
      this.report();
    }, WEBSOCKET_STATUS_MS);
    this.isTimed = true;
  }
}
