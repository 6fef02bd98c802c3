// One WebSocket to the server: hello, heartbeats, messages both ways; closed when the server falls silent.
import { HEARTBEAT_MS, SILENT_HEARTBEATS } from "../generated/limits.js";
import type { ExtensionMessage, ServerMessage } from "../generated/wire.js";

export interface SocketParts {
  hello: () => ExtensionMessage;
  /** How many tabs are captured now. */
  watched: () => number;
  onMessage: (message: ServerMessage) => void;
  onOpen: () => void;
  /** `opened` tells a connection that broke from one that was refused. */
  onClose: (opened: boolean) => void;
}

export class Socket {
  private opened = false;
  private closed = false;
  private unanswered = 0;
  private lastWatched = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  private constructor(
    private readonly socket: WebSocket,
    private readonly parts: SocketParts,
  ) {
    socket.onopen = () => this.open();
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.end();
  }

  static connect(url: string, protocols: string[], parts: SocketParts): Socket {
    return new Socket(new WebSocket(url, protocols), parts);
  }

  send(message: ExtensionMessage): void {
    if (this.opened && !this.closed) this.socket.send(JSON.stringify(message));
  }

  /** The number of watched tabs may have changed: the server is told at once. */
  rewatch(): void {
    if (!this.opened || this.closed || this.parts.watched() === this.lastWatched) return;
    this.tellWatched();
  }

  close(): void {
    this.socket.close();
    this.end();
  }

  private open(): void {
    this.opened = true;
    this.send(this.parts.hello());
    this.beat();
    this.parts.onOpen();
  }

  private beat(): void {
    if (this.unanswered >= SILENT_HEARTBEATS) {
      this.close();
      return;
    }
    this.unanswered += 1;
    this.tellWatched();
    this.plan();
  }

  private tellWatched(): void {
    this.lastWatched = this.parts.watched();
    this.send({ type: "heartbeat", watched: this.lastWatched });
  }

  private plan(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.beat(), HEARTBEAT_MS);
  }

  private receive(data: unknown): void {
    this.unanswered = 0;
    if (typeof data !== "string") return;
    this.parts.onMessage(JSON.parse(data) as ServerMessage);
  }

  private end(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.parts.onClose(this.opened);
  }
}
