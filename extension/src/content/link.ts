// The port to the worker: opened again when the worker went away, for as long as there is an extension. Only where there
// is no server the worker may sleep until there is something to send.
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../generated/limits.js";
import type { FromContent, ToContent } from "../shared/messages.js";

export interface LinkParts {
  /** A new port is open: nobody on the other side knows what was sent before. */
  onOpen: () => void;
  onMessage: (message: ToContent) => void;
  /** Something waits for a worker. */
  hasWork: () => boolean;
  /** The worker went away, or this page to the back/forward cache. */
  onLost: () => void;
  /** The extension was reloaded or removed: this script is an orphan. */
  onOrphaned: () => void;
}

export class Link {
  private port: chrome.runtime.Port | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private delayMs = RECONNECT_MIN_MS;
  /** As the worker said last. */
  isServerHere = true;

  constructor(private readonly parts: LinkParts) {}

  get isOpen(): boolean {
    return this.port !== null;
  }

  /** There is something new to send: a worker that sleeps wakes up, one that is expected back comes in its time. */
  rouse(): void {
    if (this.timer === undefined) this.open();
  }

  /** Does nothing while a port is open. */
  open(): void {
    this.cancelTimer();
    if (this.port !== null) return;
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

  /** False if it did not get through; a new port's `onOpen` is the time to try again. */
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
    // Reading it keeps Chrome from reporting it: a page in the back/forward cache loses its port that way.
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
