// The connection to the server: pair, then a WebSocket for questions, or polling; again whenever it breaks.
import { RECONNECT_MAX_MS } from "../generated/limits.js";
import type { ExtensionMessage, FlushMessage, Query, QueryResult, ServerMessage } from "../generated/wire.js";
import { Backoff } from "./backoff.js";
import { askAt, type Pairing, pair } from "./pairing.js";
import { poll } from "./poll.js";
import type { Server } from "./server.js";
import { Socket } from "./socket.js";
import type { Tell } from "./tell.js";

export interface LinkParts {
  server: Server;
  version: string;
  pilot: () => boolean;
  switches: () => Record<string, boolean>;
  /** Sites in which an interrupted load is to be taken back yet. */
  halfLoaded: () => string[];
  /** How many actions the server keeps. */
  reproductionBufferSize: () => number;
  watched: () => number;
  /** The server is known to be ours: the queue may go. */
  onVerified: () => void;
  onFlush: (message: FlushMessage) => Promise<ExtensionMessage>;
  answer: (query: Query, tell: Tell) => Promise<QueryResult>;
}

export class Link {
  private readonly backoff = new Backoff(() => void this.connect());
  private socket: Socket | null = null;
  private polling: AbortController | null = null;
  /** Counts connections, so that the end of an old one is not taken for the end of the current one. */
  private attempt = 0;
  private connecting = false;

  constructor(private readonly parts: LinkParts) {}

  /** Connects now, from nothing: at the start, for another address, for a server that is newly trusted. */
  async restart(url: string): Promise<void> {
    this.hangUp();
    this.backoff.succeeded();
    this.parts.server.moveTo(url);
    await this.connect();
  }

  /** There is something new to send, or somebody looks: try soon if there is no connection. */
  nudge(): void {
    if (!this.parts.server.verified) this.backoff.nudge();
  }

  /** The connection turned out to be broken. */
  broken(reason: string): void {
    this.hangUp();
    this.parts.server.lose(reason);
    this.backoff.failed();
  }

  /** The switch moved: the server knows at once, by polling anew where there is no socket. */
  tellPilot(enabled: boolean): void {
    this.send({ type: "pilot", enabled });
    this.pollAnew();
  }

  /** A setting changed. */
  tellSettings(): void {
    this.send(this.hello());
    this.pollAnew();
  }

  private pollAnew(): void {
    if (this.polling === null) return;
    this.polling.abort();
    void this.pollInstead(this.attempt);
  }

  private hello(): ExtensionMessage {
    const { version, pilot, switches, halfLoaded, reproductionBufferSize } = this.parts;
    return {
      type: "hello",
      version,
      pilot: pilot(),
      switches: switches(),
      halfLoaded: halfLoaded(),
      reproductionBufferSize: reproductionBufferSize(),
    };
  }

  private send(message: ExtensionMessage): void {
    this.socket?.send(message);
  }

  rewatch(): void {
    this.socket?.rewatch();
  }

  private async connect(): Promise<void> {
    const { server } = this.parts;
    if (this.connecting) return;
    this.connecting = true;
    const attempt = ++this.attempt;
    const pairing = await this.pair();
    this.connecting = false;
    // The address changed meanwhile: what was found out is about the old one.
    if (attempt !== this.attempt) return this.connect();
    server.take(pairing);
    if (!server.verified) return this.backoff.failed();
    this.parts.onVerified();
    this.openSocket(attempt);
  }

  /** Never throws: whoever sets `connecting` has to reset it. */
  private async pair(): Promise<Pairing> {
    const { server } = this.parts;
    try {
      return await pair(askAt(server.url), await server.knownToken());
    } catch {
      return { kind: "unreachable", reason: "the token for this server could not be read" };
    }
  }

  private openSocket(attempt: number): void {
    const { server, watched } = this.parts;
    this.socket = Socket.connect(server.socketUrl, server.socketProtocols, {
      hello: () => this.hello(),
      watched,
      onMessage: (message) => void this.receive(message),
      onOpen: () => this.socketOpened(),
      onClose: (opened) => attempt === this.attempt && this.socketClosed(opened, attempt),
    });
  }

  private socketOpened(): void {
    this.backoff.succeeded();
    this.polling?.abort();
    this.polling = null;
  }

  private socketClosed(opened: boolean, attempt: number): void {
    this.socket = null;
    if (opened) {
      this.broken("the connection closed");
      return;
    }
    if (this.polling === null) void this.pollInstead(attempt);
    setTimeout(() => attempt === this.attempt && this.openSocket(attempt), RECONNECT_MAX_MS);
  }

  private async pollInstead(attempt: number): Promise<void> {
    const stop = new AbortController();
    this.polling = stop;
    try {
      await poll({ ...this.parts, hello: () => this.hello() }, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted && attempt === this.attempt) this.broken(String(error));
    }
  }

  private async receive(message: ServerMessage): Promise<void> {
    switch (message.type) {
      case "query":
        return this.send({
          type: "result",
          result: await this.parts.answer(message.query, this.teller(message.query)),
        });
      case "flush":
        return this.send(await this.parts.onFlush(message));
      case "pong":
        return;
      default:
        // A newer server may say more than this extension understands.
        return message satisfies never;
    }
  }

  /** How far an answer is, for a server that asked for it. */
  private teller({ id, progress }: Query): Tell {
    return (step) => progress && this.send({ type: "progress", id, step });
  }

  private hangUp(): void {
    this.attempt += 1;
    this.polling?.abort();
    this.polling = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
