// What a WebSocket message says and how long it is, without touching it.
import { byteRange } from "../core/byteRange.js";
import { blobSize, bufferSize, isView, now } from "../core/natives.js";
import { textOf } from "../core/readSafely.js";
import type { Direction, Message } from "./message.js";

export function readMessage(direction: Direction, data: unknown, callSite = ""): Message {
  if (typeof data === "string") return textMessage(direction, data, callSite);
  const size = typeof data === "object" && data !== null ? binarySize(data) : undefined;
  return size === undefined
    ? textMessage(direction, textOf(data), callSite)
    : binaryMessage(direction, size, callSite);
}

function textMessage(direction: Direction, text: string, callSite: string): Message {
  return { direction, text, binaryBytes: null, ms: now(), callSite };
}

function binaryMessage(direction: Direction, binaryBytes: number, callSite: string): Message {
  return { direction, text: `[Binary: ${binaryBytes} bytes]`, binaryBytes, ms: now(), callSite };
}

/** The natives throw for what is not theirs; then it is sent as a text. */
function binarySize(data: object): number | undefined {
  if (isView(data)) return byteRange(data).length;
  try {
    return bufferSize(data);
  } catch {
    // No ArrayBuffer.
  }
  try {
    return blobSize(data);
  } catch {
    return undefined;
  }
}
