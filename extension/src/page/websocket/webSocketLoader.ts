// The page's WebSockets, for a part that records them: it comes with the first one, and what happens until then is held.
import { CHUNK_CHARS, MAX_CHUNK_ENTRIES, MAX_EARLY_CHUNKS } from "../core/earlyEvents.js";
import { type AskForPart, LatePart } from "../core/lateParts.js";
import { NativeWeakRef, now, weakMap } from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks } from "../core/patch.js";
import type { Message, State } from "./message.js";
import type { WebSocketsGiven, WebSocketsPart } from "./webSocketsPart.js";

/** A socket, before and after the part knows it. Weak: what is remembered of a socket must not keep it alive. */
export interface Handle {
  socket: WeakRef<WebSocket>;
  url: string;
  madeMs: number;
  connection: object | null;
}

/** As many events, and as much text, as is held before the settings are known. */
const HELD_EVENTS = MAX_EARLY_CHUNKS * MAX_CHUNK_ENTRIES;
const HELD_CHARS = MAX_EARLY_CHUNKS * CHUNK_CHARS;

export class WebSocketLoader {
  private readonly late: LatePart<WebSocketsGiven, WebSocketsPart>;
  private readonly handles = weakMap<Handle>();
  private heldChars = 0;
  private isAllowed = false;
  private isOff = false;

  private readonly drop: (name: string, count: number) => void;

  constructor(emit: Emit, ask: AskForPart, drop: (name: string, count: number) => void) {
    this.drop = drop;
    this.late = new LatePart("websockets", ask, { emit }, HELD_EVENTS, () => {});
  }

  watch({ guard }: Hooks, stateOf: (socket: WebSocket) => State): void {
    this.isOff = false;
    this.late.guard = guard;
    this.late.part?.resume(stateOf, now());
  }

  /** The settings are known, and want them. */
  allow(): void {
    this.isAllowed = true;
    if (this.late.isWaitedFor) this.late.request();
  }

  find(socket: WebSocket): Handle | undefined {
    return this.handles.get(socket);
  }

  add(socket: WebSocket, url: string): Handle {
    const handle: Handle = { socket: new NativeWeakRef(socket), url, madeMs: now(), connection: null };
    this.handles.set(socket, handle);
    this.run((part) => void connectionOf(handle, part));
    return handle;
  }

  opened(handle: Handle): void {
    const ms = now();
    this.run((part) => part.opened(connectionOf(handle, part), ms));
  }

  failed(handle: Handle): void {
    const ms = now();
    this.run((part) => part.failed(connectionOf(handle, part), ms));
  }

  closed(handle: Handle, code: number, reason: string): void {
    const ms = now();
    this.run((part) => part.closed(connectionOf(handle, part), code, reason, ms));
  }

  message(handle: Handle, message: Message): void {
    const { part } = this.late;
    if (part) return part.message(connectionOf(handle, part), message);
    this.heldChars += message.text.length;
    if (this.heldChars > HELD_CHARS) this.lose();
    else this.run((late) => late.message(connectionOf(handle, late), message));
  }

  readonly report = (): void => this.late.part?.report();

  /** What is held then has no way out. */
  leave(): void {
    this.late.part?.leave(now());
    this.late.forget();
  }

  suspend(): void {
    this.isOff = true;
    this.late.part?.suspend();
    this.late.forget();
  }

  private run(step: (part: WebSocketsPart) => void): void {
    this.late.run(step, this.lose);
    if (this.isAllowed) this.late.request();
  }

  /** As health counts events from before the settings: these are from before the part. */
  private readonly lose = (): void => {
    if (!this.isOff) this.drop("early_events", 1);
  };
}

function connectionOf(handle: Handle, part: WebSocketsPart): object {
  handle.connection ??= part.add(handle.socket, handle.url, handle.madeMs);
  return handle.connection;
}
