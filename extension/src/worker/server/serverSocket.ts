// One WebSocket to the server: hello, heartbeats and messages; closed when the server stops responding.
import { HEARTBEAT_MS } from "#platform/worker/workerLife.js";
import type { ExtensionMessage, ServerMessage } from "../../generated/wire.js";

export const SILENT_HEARTBEATS = 2; // heartbeats without an answer before a connection counts as dead

export interface SocketParts {
  hello: () => ExtensionMessage;
  /** How many tabs are captured now. */
  watched: () => number;
  onMessage: (message: ServerMessage) => void;
  onOpen: () => void;
  /** `opened` distinguishes a broken connection from a refused one. */
  onClose: (opened: boolean) => void;
}

export class ServerSocket {
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

  static connect(url: string, protocols: string[], parts: SocketParts): ServerSocket {
    return new ServerSocket(new WebSocket(url, protocols), parts);
  }

  send(message: ExtensionMessage): void {
    if (this.opened && !this.closed) this.socket.send(JSON.stringify(message));
  }

  /** Sends the number of watched tabs at once after a change. */
  rewatch(): void {
    if (!this.opened || this.closed || this.parts.watched() === this.lastWatched) return;
    this.sendWatchedTabs();
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
    this.sendWatchedTabs();
    this.plan();
  }

  private sendWatchedTabs(): void {
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
