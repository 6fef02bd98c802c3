// One WebSocket: its state, and the JSON of its events and status.
import { measureUtf8 } from "../core/measureUtf8.js";
import {
  deref,
  digits,
  isoOf,
  NativeUint8Array,
  randomValues,
  slice,
  stringify,
  wellFormed,
} from "../core/natives.js";
import { nextId, urlJson } from "../core/stamp.js";
import type { Message, State } from "./message.js";
import { MessageCounts } from "./messageCounts.js";
import { MessageShapes } from "./messageShapes.js";

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
  private readonly madeAt: string;
  private readonly name: string;

  private readonly weakSocket: WeakRef<WebSocket>;
  private readonly callSite: string;

  /** Weak: what is remembered of a socket must not keep it alive. */
  constructor(weakSocket: WeakRef<WebSocket>, url: string, ms: number, callSite: string) {
    this.weakSocket = weakSocket;
    this.callSite = callSite;
    this.madeAt = isoOf(ms);
    this.name = `"id":"${this.id}","url":${urlJson(url)}`;
  }

  /** Undefined once the browser has collected it. */
  get socket(): WebSocket | undefined {
    return deref(this.weakSocket);
  }

  get messages(): number {
    return this.incoming.total + this.outgoing.total;
  }

  count({ direction, text, binaryBytes, ms }: Message): void {
    if (direction === "incoming") this.incoming.add(text, binaryBytes, ms);
    else this.outgoing.add(text, binaryBytes, ms);
  }

  eventJson(event: "open" | "close" | "error", ms: number, fields = ""): string {
    return this.json(isoOf(ms), event, fields);
  }

  openJson(ms: number): string {
    return this.eventJson("open", ms, named(this.callSite));
  }

  messageJson({ direction, text, binaryBytes, ms, callSite }: Message): string {
    const { bytes, kept } =
      binaryBytes === null ? measureUtf8(text) : { bytes: binaryBytes, kept: text.length };
    const isTruncated = kept < text.length;
    const data = stringify(wellFormed(isTruncated ? slice(text, 0, kept) : text));
    const fields = `,"direction":"${direction}","data":${data},"size":${bytes}${isTruncated ? ',"truncated":true' : ""}`;
    return this.json(isoOf(ms), "message", `${fields}${named(callSite)}`);
  }

  closeJson(ms: number): string {
    return this.eventJson("close", ms, `,"code":${this.code},"reason":${quoteReason(this.reason)}`);
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

/** An event whose call site will be looked up needs a name: its id is the connection's. */
function named(callSite: string): string {
  return callSite && `,"eventId":"${nextId()}"${callSite}`;
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
  const bytes = new NativeUint8Array(16);
  randomValues(bytes);
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
