// What a WebSocket message says and how long it is, without touching it.
import { byteRange } from "../core/byteRange.js";
import { blobSize, bufferSize, isView, now } from "../core/natives.js";
import { textOf } from "../core/readSafely.js";
import type { Direction, Message } from "./message.js";

export function readMessage(direction: Direction, data: unknown): Message {
  if (typeof data === "string") return textMessage(direction, data);
  const size = typeof data === "object" && data !== null ? binarySize(data) : undefined;
  return size === undefined ? textMessage(direction, textOf(data)) : binaryMessage(direction, size);
}

function textMessage(direction: Direction, text: string): Message {
  return { direction, text, binaryBytes: null, ms: now() };
}

function binaryMessage(direction: Direction, binaryBytes: number): Message {
  return { direction, text: `[Binary: ${binaryBytes} bytes]`, binaryBytes, ms: now() };
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
