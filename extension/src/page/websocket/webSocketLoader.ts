// The page's WebSockets, for a part that records them: it comes with the first one, and what happens until then is held.
import { createCallSites } from "../core/callSites.js";
import { CHUNK_CHARS, MAX_CHUNK_ENTRIES, MAX_EARLY_CHUNKS } from "../core/earlyEvents.js";
import { type AskForPart, createLatePart } from "../core/lateParts.js";
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
  /** Where the page made it: a comma and the field, or nothing. */
  callSite: string;
  connection: object | null;
}

/** The number of events that are held, as many as before the settings are known. */
const HELD_EVENTS = MAX_EARLY_CHUNKS * MAX_CHUNK_ENTRIES;
const HELD_CHARS = MAX_EARLY_CHUNKS * CHUNK_CHARS;

export interface WebSocketLoader {
  watch: (hooks: Hooks, stateOf: (socket: WebSocket) => State) => void;
  /** The settings are known, and want them. */
  allow: () => void;
  /** Where the page's code is. */
  callSite: () => string;
  find: (socket: WebSocket) => Handle | undefined;
  add: (socket: WebSocket, url: string, callSite: string) => Handle;
  opened: (handle: Handle) => void;
  failed: (handle: Handle) => void;
  closed: (handle: Handle, code: number, reason: string) => void;
  message: (handle: Handle, message: Message) => void;
  report: () => void;
  leave: () => void;
  suspend: () => void;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createWebSocketLoader(
  emit: Emit,
  ask: AskForPart,
  drop: (name: string, count: number) => void,
): WebSocketLoader {
  const late = createLatePart<WebSocketsGiven, WebSocketsPart>("websockets", ask, { emit }, HELD_EVENTS);
  const handles = weakMap<Handle>();
  let heldChars = 0;
  let isAllowed = false;
  let isOff = false;

  /** Counted like events from before the settings, although these are from before the part. */
  const lose = (): void => {
    if (!isOff) drop("early_events", 1);
  };

  const run = (handle: Handle, step: (part: WebSocketsPart, connection: object) => void): void => {
    late.run((part) => step(part, connectionOf(handle, part)), lose);
    if (isAllowed) late.requestPart();
  };

  return {
    watch: ({ guard }, stateOf) => {
      isOff = false;
      late.guard = guard;
      late.part?.resume(stateOf, now());
    },
    allow: () => {
      isAllowed = true;
      if (late.isWaitedFor()) late.requestPart();
    },
    callSite: createCallSites(),
    find: (socket) => handles.get(socket),
    add: (socket, url, callSite) => {
      const handle: Handle = {
        socket: new NativeWeakRef(socket),
        url,
        madeMs: now(),
        callSite,
        connection: null,
      };
      handles.set(socket, handle);
      run(handle, () => {});
      return handle;
    },
    opened: (handle) => {
      const ms = now();
      run(handle, (part, connection) => part.opened(connection, ms));
    },
    failed: (handle) => {
      const ms = now();
      run(handle, (part, connection) => part.failed(connection, ms));
    },
    closed: (handle, code, reason) => {
      const ms = now();
      run(handle, (part, connection) => part.closed(connection, code, reason, ms));
    },
    message: (handle, message) => {
      const { part } = late;
      if (part) return part.message(connectionOf(handle, part), message);
      heldChars += message.text.length;
      if (heldChars > HELD_CHARS) lose();
      else run(handle, (come, connection) => come.message(connection, message));
    },
    report: () => late.part?.report(),
    // What is held then has no way out.
    leave: () => {
      late.part?.leave(now());
      late.forget();
    },
    suspend: () => {
      isOff = true;
      late.part?.suspend();
      late.forget();
    },
  };
}

function connectionOf(handle: Handle, part: WebSocketsPart): object {
  handle.connection ??= part.add(handle.socket, handle.url, handle.madeMs, handle.callSite);
  return handle.connection;
}
