// The WebSockets of the page: counts everything, sends on what a reader can follow.
import {
  WEBSOCKET_BURST,
  WEBSOCKET_CONNECTIONS,
  WEBSOCKET_FIRST_MESSAGES,
  WEBSOCKET_MESSAGES_PER_S,
  WEBSOCKET_STATUS_MS,
} from "../generated/limits.js";
import { Allowance } from "./allowance.js";
import { append, memo, removeAt, setTimer } from "./natives.js";
import type { Emit } from "./outbox.js";
import { isoNow } from "./stamp.js";
import { Connection, type Message, type State } from "./webSocketConnection.js";

/** What a browser tells the other side when its page goes away. */
const GOING_AWAY = 1001;

export class WebSockets {
  private readonly bySocket = memo<Connection>();
  /** Open or about to be, oldest first. */
  private readonly tracked: Connection[] = [];
  private changed: Connection[] = [];
  private isTimed = false;
  private readonly messages = new Allowance(WEBSOCKET_BURST, WEBSOCKET_MESSAGES_PER_S);

  constructor(private readonly emit: Emit) {}

  find(socket: WebSocket): Connection | undefined {
    return this.bySocket.get(socket);
  }

  add(socket: WebSocket, url: string): Connection {
    const connection = new Connection(socket, url);
    this.bySocket.set(socket, connection);
    append(this.tracked, connection);
    if (this.tracked.length > WEBSOCKET_CONNECTIONS) {
      (this.tracked[0] as Connection).isTracked = false;
      removeAt(this.tracked, 0);
    }
    this.touch(connection);
    return connection;
  }

  opened(connection: Connection): void {
    connection.state = "open";
    connection.openedAt = isoNow();
    this.tell(connection, connection.eventJson("open"));
  }

  failed(connection: Connection): void {
    this.sendHeld(connection);
    this.tell(connection, connection.eventJson("error"));
  }

  /** Without a code nobody saw it close. */
  closed(connection: Connection, code: number | null, reason: string): void {
    if (connection.state === "closed") return;
    this.sendHeld(connection);
    connection.state = "closed";
    connection.closedAt = isoNow();
    connection.code = code;
    connection.reason = reason;
    if (code !== null) this.tell(connection, connection.closeJson());
    this.touch(connection);
    for (let i = 0; i < this.tracked.length; i++) {
      if (this.tracked[i] === connection) removeAt(this.tracked, i);
    }
  }

  message(connection: Connection, message: Message): void {
    const isNew = connection.shapes.isNew(message.direction, message.text, message.ms);
    const isFirst = connection.messages < WEBSOCKET_FIRST_MESSAGES;
    connection.count(message);
    if (isNew || isFirst || this.messages.take(1, message.ms)) {
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
  leave(): void {
    while (this.tracked.length > 0) this.closed(this.tracked[0] as Connection, GOING_AWAY, "");
  }

  /** Recording goes off: from now on nobody knows how they stand. */
  suspend(): void {
    this.report();
    for (let i = 0; i < this.tracked.length; i++) {
      const connection = this.tracked[i] as Connection;
      connection.state = "untracked";
      this.emit("websocket_status", connection.statusJson());
    }
  }

  /** Recording was off: what the sockets say now. */
  resume(stateOf: (socket: WebSocket) => State): void {
    for (let i = this.tracked.length - 1; i >= 0; i--) {
      const connection = this.tracked[i] as Connection;
      const { socket } = connection;
      const state = socket === undefined ? "closed" : stateOf(socket);
      if (state === "closed") this.closed(connection, null, "");
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
