// The port to the worker: reopened when the worker stops, as long as the extension exists. Without a server,
// the worker may sleep until there is something to send.

import type { FromContent, ToContent } from "../shared/messages.js";
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../shared/reconnect.js";

export interface LinkParts {
  /** A new port is open; the other side does not know what was sent before. */
  onOpen: () => void;
  onMessage: (message: ToContent) => void;
  /** Something waits for a worker. */
  hasWork: () => boolean;
  /** The worker stopped. */
  onLost: () => void;
  /** The extension was reloaded or removed, so this script is orphaned. */
  onOrphaned: () => void;
}

export class WorkerLink {
  private port: chrome.runtime.Port | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private delayMs = RECONNECT_MIN_MS;
  /** The page is in the back/forward cache. */
  private isSuspended = false;
  /** The worker's latest report. */
  isServerHere = true;

  constructor(private readonly parts: LinkParts) {}

  get isOpen(): boolean {
    return this.port !== null;
  }

  /** There is something to send: wakes a sleeping worker. */
  rouse(): void {
    if (this.timer === undefined) this.open();
  }

  /** Does nothing while a port is open, or while none may be. */
  open(): void {
    this.cancelTimer();
    if (this.port !== null || this.isSuspended) return;
    const port = connect();
    if (port === null) return this.parts.onOrphaned();
    this.port = port;
    port.onMessage.addListener((message: ToContent) => {
      this.delayMs = RECONNECT_MIN_MS;
      this.parts.onMessage(message);
    });
    port.onDisconnect.addListener(() => this.lost(port));
    this.parts.onOpen();
  }

  close(): void {
    this.cancelTimer();
    const { port } = this;
    this.port = null;
    port?.disconnect();
  }

  /** Closes, and stays closed until `resume`. */
  suspend(): void {
    this.isSuspended = true;
    this.close();
  }

  resume(): void {
    this.isSuspended = false;
  }

  /** False if it could not be sent; retry when a new port opens. */
  post(message: FromContent): boolean {
    try {
      this.port?.postMessage(message);
      return this.port !== null;
    } catch {
      if (this.port) this.lost(this.port);
      return false;
    }
  }

  private lost(port: chrome.runtime.Port): void {
    if (this.port !== port) return;
    // Reading it keeps Chrome from reporting it.
    void chrome.runtime?.lastError;
    this.port = null;
    this.parts.onLost();
    if (!this.isServerHere && !this.parts.hasWork()) return;
    this.timer = setTimeout(() => this.open(), this.delayMs);
    this.delayMs = Math.min(2 * this.delayMs, RECONNECT_MAX_MS);
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** Null when the extension is gone: then `runtime.id` is missing, or connect throws. */
function connect(): chrome.runtime.Port | null {
  if (!chrome.runtime?.id) return null;
  try {
    return chrome.runtime.connect({ name: "page" });
  } catch {
    return null;
  }
}
