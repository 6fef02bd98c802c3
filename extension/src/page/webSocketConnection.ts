// One WebSocket: how it stands, and the JSON of its events and of its status.
import type { WebSocketConnection } from "../generated/wire.js";
import { measureUtf8 } from "./measureUtf8.js";
import { MessageCounts } from "./messageCounts.js";
import { MessageShapes } from "./messageShapes.js";
import {
  deref,
  digits,
  isoOf,
  NativeUint8Array,
  NativeWeakRef,
  randomValues,
  slice,
  stringify,
  wellFormed,
} from "./natives.js";
import { isoNow, urlJson } from "./stamp.js";

export type State = NonNullable<WebSocketConnection["state"]>;
export type Direction = "incoming" | "outgoing";

export interface Message {
  direction: Direction;
  /** A binary one says only how long it is. */
  text: string;
  /** Bytes of a binary message; null for text, which is measured only where its size is needed. */
  binaryBytes: number | null;
  ms: number;
}

export class Connection {
  readonly id = uuid();
  state: State = "connecting";
  /** Times in ISO 8601, empty for never. */
  openedAt = "";
  closedAt = "";
  code: number | null = null;
  reason = "";
  readonly incoming = new MessageCounts();
  readonly outgoing = new MessageCounts();
  readonly shapes = new MessageShapes();
  /** Messages that were left out since the last event, and the newest of them. */
  leftOut = 0;
  held: Message | null = null;
  /** False for one that had to make room for newer ones. */
  isTracked = true;
  /** It has something to report. */
  isChanged = false;
  private readonly madeAt = isoNow();
  private readonly name: string;
  /** Weak: what is remembered of a socket must not keep it alive. */
  private readonly weakSocket: WeakRef<WebSocket>;

  constructor(socket: WebSocket, url: string) {
    this.weakSocket = new NativeWeakRef(socket);
    this.name = `"id":"${this.id}","url":${urlJson(url)}`;
  }

  /** Undefined once the browser has collected it. */
  get socket(): WebSocket | undefined {
    return deref(this.weakSocket);
  }

  get messages(): number {
    return this.incoming.total + this.outgoing.total;
  }

  count(message: Message): void {
    this[message.direction].add(message.text, message.binaryBytes, message.ms);
  }

  eventJson(event: "open" | "close" | "error", fields = ""): string {
    return this.json(isoNow(), event, fields);
  }

  messageJson({ direction, text, binaryBytes, ms }: Message): string {
    const { bytes, kept } =
      binaryBytes === null ? measureUtf8(text) : { bytes: binaryBytes, kept: text.length };
    const isCut = kept < text.length;
    const data = stringify(wellFormed(isCut ? slice(text, 0, kept) : text));
    const fields = `,"direction":"${direction}","data":${data},"size":${bytes}${isCut ? ',"truncated":true' : ""}`;
    return this.json(isoOf(ms), "message", fields);
  }

  closeJson(): string {
    return this.eventJson("close", `,"code":${this.code},"reason":${quoteReason(this.reason)}`);
  }

  statusJson(): string {
    const life = `"ts":"${this.madeAt}","state":"${this.state}","openedAt":${timeJson(this.openedAt)}`;
    const end = this.closedAt
      ? `,"closedAt":${timeJson(this.closedAt)},"closeCode":${this.code},"closeReason":${quoteReason(this.reason)}`
      : "";
    const traffic = `"incoming":${this.incoming.toJson()},"outgoing":${this.outgoing.toJson()}`;
    const keys = `"keys":${this.shapes.keysJson()},"jsonMessages":${this.shapes.count}`;
    return `{${this.name},${life}${end},${traffic},${keys}}`;
  }

  private json(ts: string, event: string, fields: string): string {
    const sampled = this.leftOut > 0 ? `,"sampled":${this.leftOut}` : "";
    this.leftOut = 0;
    this.held = null;
    return `{"ts":"${ts}","type":"websocket","event":"${event}",${this.name}${fields}${sampled}}`;
  }
}

function timeJson(iso: string): string {
  return iso ? `"${iso}"` : "null";
}

/** The protocol allows 123 bytes. */
function quoteReason(reason: string): string {
  return stringify(wellFormed(reason));
}

/** Version 4, by hand: crypto.randomUUID is missing where a site is not secure. */
function uuid(): string {
  const bytes = randomValues(new NativeUint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  let text = "";
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += "-";
    const byte = bytes[i] as number;
    text += `${byte < 16 ? "0" : ""}${digits(byte, 16)}`;
  }
  return text;
}
