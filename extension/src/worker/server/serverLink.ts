// The connection to the server: pairs, then opens a WebSocket for questions, or polls; reconnects when it breaks.
import type {
  ExtensionMessage,
  FlushMessage,
  Query,
  QueryResult,
  ServerMessage,
} from "../../generated/wire.js";
import { RECONNECT_MAX_MS } from "../../shared/reconnect.js";
import type { ReportProgress } from "../reportProgress.js";
import { Backoff } from "./backoff.js";
import { askAt, type Pairing, pair } from "./pairing.js";
import { poll } from "./poll.js";
import type { Server } from "./server.js";
import { ServerSocket } from "./serverSocket.js";

export interface LinkParts {
  server: Server;
  version: string;
  /** Its name and version. */
  browser: () => string;
  pilot: () => boolean;
  switches: () => Record<string, boolean>;
  /** Sites with an interrupted state load that is not rolled back yet. */
  halfLoaded: () => string[];
  /** How many actions the server keeps. */
  reproductionBufferSize: () => number;
  watched: () => number;
  /** The server is verified, so the queue may be sent. */
  onVerified: () => void;
  onFlush: (message: FlushMessage) => Promise<ExtensionMessage>;
  /** The signal is aborted when the query is canceled. */
  answer: (query: Query, reportProgress: ReportProgress, signal: AbortSignal) => Promise<QueryResult>;
}

export class ServerLink {
  private readonly backoff = new Backoff(() => void this.connect());
  private socket: ServerSocket | null = null;
  private polling: AbortController | null = null;
  /** The questions that are being answered over the socket, by their id. */
  private readonly asked = new Map<string, AbortController>();
  /** Counts connections, so that closing an old one is not mistaken for closing the current one. */
  private attempt = 0;
  private connecting = false;

  constructor(private readonly parts: LinkParts) {}

  /** Connects from scratch: at start, for a new address, or for a newly trusted server. */
  async restart(url: string): Promise<void> {
    this.hangUp();
    this.backoff.succeeded();
    this.parts.server.moveTo(url);
    await this.connect();
  }

  /** There is new data, or the popup is open: retry soon if not connected. */
  nudge(): void {
    if (!this.parts.server.verified) this.backoff.nudge();
  }

  /** The connection turned out to be broken. */
  broken(reason: string): void {
    this.hangUp();
    this.parts.server.lose(reason);
    this.backoff.failed();
  }

  /** The switch changed: notifies the server at once, with a new poll if there is no socket. */
  sendPilotState(enabled: boolean): void {
    this.send({ type: "pilot", enabled });
    this.pollAnew();
  }

  /** A setting changed. */
  sendSettings(): void {
    this.send(this.hello());
    this.pollAnew();
  }

  private pollAnew(): void {
    if (this.polling === null) return;
    this.polling.abort();
    void this.pollInstead();
  }

  private hello(): ExtensionMessage {
    const { version, browser, pilot, switches, halfLoaded, reproductionBufferSize } = this.parts;
    return {
      type: "hello",
      version,
      browser: browser(),
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
    const { pairing, code } = await this.pair();
    this.connecting = false;
    // The address changed meanwhile; this result is about the old one.
    if (attempt !== this.attempt) return this.connect();
    server.take(pairing, code);
    if (!server.verified) {
      this.stopPolling();
      return this.backoff.failed();
    }
    this.parts.onVerified();
    this.openSocket(attempt);
  }

  /** Never throws: the caller that sets `connecting` has to reset it. */
  private async pair(): Promise<{ pairing: Pairing; code: string }> {
    const { server } = this.parts;
    const { url } = server;
    try {
      const known = await server.known();
      const pairing = await pair(askAt(url), known);
      // Should it fail, the connection stays good until the worker ends.
      await server.keep(url, pairing).catch(() => undefined);
      return { pairing, code: known.code };
    } catch {
      return {
        pairing: { kind: "unreachable", reason: "the key for this server could not be read" },
        code: "",
      };
    }
  }

  private openSocket(attempt: number): void {
    const { server, watched } = this.parts;
    this.socket = ServerSocket.connect(server.socketUrl, server.socketProtocols, {
      hello: () => this.hello(),
      watched,
      onMessage: (message) => void this.receive(message),
      onOpen: () => this.socketOpened(),
      onClose: (opened) => attempt === this.attempt && this.socketClosed(opened, attempt),
    });
  }

  private socketOpened(): void {
    this.backoff.succeeded();
    this.stopPolling();
  }

  private socketClosed(opened: boolean, attempt: number): void {
    this.socket = null;
    if (opened) {
      this.broken("the connection closed");
      return;
    }
    if (this.polling === null) void this.pollInstead();
    // From the start: by then another program may listen there, and a socket would take questions from it.
    setTimeout(() => attempt === this.attempt && void this.connect(), RECONNECT_MAX_MS);
  }

  private async pollInstead(): Promise<void> {
    const stop = new AbortController();
    this.polling = stop;
    try {
      await poll({ ...this.parts, hello: () => this.hello() }, stop.signal);
    } catch (error) {
      if (this.polling === stop) this.broken(String(error));
    }
  }

  private async receive(message: ServerMessage): Promise<void> {
    switch (message.type) {
      case "query":
        return this.respond(message.query);
      case "flush":
        return this.send(await this.parts.onFlush(message));
      case "cancel":
        return this.asked.get(message.id)?.abort();
      case "pong":
        return;
      default:
        // A newer server may send messages that this extension does not know.
        return message satisfies never;
    }
  }

  private async respond(query: Query): Promise<void> {
    const asked = new AbortController();
    this.asked.set(query.id, asked);
    const result = await this.parts.answer(query, this.progressReporter(query), asked.signal);
    this.asked.delete(query.id);
    if (!asked.signal.aborted) this.send({ type: "result", result });
  }

  /** The progress of an answer, if the server asked for it. */
  private progressReporter({ id, progress }: Query): ReportProgress {
    return (step) => progress && this.send({ type: "progress", id, step });
  }

  private stopPolling(): void {
    this.polling?.abort();
    this.polling = null;
  }

  private hangUp(): void {
    this.attempt += 1;
    this.stopPolling();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
