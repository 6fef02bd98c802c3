// A chrome API and a page world to play with.
import { vi } from "vitest";
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../../src/shared/handshake.js";
import type { FromContent, FromPage, ToContent, ToPage, Wake } from "../../src/shared/messages.js";

class Listeners<T extends unknown[]> {
  readonly all = new Set<(...args: T) => void>();
  addListener = (listener: (...args: T) => void) => void this.all.add(listener);
  removeListener = (listener: (...args: T) => void) => void this.all.delete(listener);
  fire = (...args: T) => {
    for (const listener of this.all) listener(...args);
  };
}

export class FakePort {
  readonly posted: FromContent[] = [];
  readonly onMessage = new Listeners<[ToContent]>();
  readonly onDisconnect = new Listeners<[]>();
  isOpen = true;
  postMessage(message: FromContent): void {
    if (!this.isOpen) throw new Error("Attempting to use a disconnected port object");
    this.posted.push(message);
  }
  disconnect(): void {
    this.isOpen = false;
  }
  /** As when the worker dies. */
  die(): void {
    this.isOpen = false;
    this.onDisconnect.fire();
  }
  get parcels() {
    return this.posted.flatMap((message) => (message.type === "parcel" ? [message.parcel] : []));
  }
}

export class FakeChrome {
  readonly ports: FakePort[] = [];
  readonly onChanged = new Listeners<[Record<string, { newValue?: unknown }>, string]>();
  readonly onMessage = new Listeners<[Wake]>();
  stored: Record<string, unknown> = {};
  id: string | undefined = "extension";

  install(): void {
    const { onChanged, onMessage } = this;
    const fake = this;
    vi.stubGlobal("chrome", {
      runtime: {
        get id() {
          return fake.id;
        },
        onMessage,
        connect: () => {
          if (!fake.id) throw new Error("Extension context invalidated.");
          const port = new FakePort();
          fake.ports.push(port);
          return port;
        },
      },
      storage: { onChanged, local: { get: async () => ({ ...fake.stored }) } },
    });
  }

  change(key: string, newValue: unknown): void {
    this.onChanged.fire({ [key]: { newValue } }, "local");
  }
}

/** The other end of the channel. */
export class FakePage {
  readonly received: ToPage[] = [];
  private readonly node = document.createComment("");

  constructor() {
    this.node.addEventListener(TO_PAGE, (event) => {
      const message = JSON.parse((event as CustomEvent).detail) as ToPage;
      this.received.push(message);
      if (message.type === "flush") this.flushing(message.id);
    });
    this.node.addEventListener(TAKEN, () => document.removeEventListener(ASK, this.offer));
    document.addEventListener(ASK, this.offer);
    this.offer();
  }

  flushing = (id: string): void => this.send({ type: "flushed", id });

  send(message: FromPage): void {
    this.node.dispatchEvent(new CustomEvent(TO_CONTENT, { detail: encode(message) }));
  }

  log(events: string): void {
    this.send({ type: "chunks", chunks: [{ stream: "logs", events, count: 1, errors: 0 }], dropped: {} });
  }

  private readonly offer = (): void =>
    void document.dispatchEvent(new MouseEvent(OFFER, { relatedTarget: this.node }));
}

/** As the page's end of the channel: events are lines of their own. */
function encode(message: FromPage): string {
  if (message.type !== "chunks") return JSON.stringify(message);
  const heads = message.chunks.map(({ events: _, ...head }) => head);
  const head = JSON.stringify({ ...message, chunks: heads });
  return [head, ...message.chunks.map(({ events }) => events)].join("\n");
}
