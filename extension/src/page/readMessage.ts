// What a WebSocket message says and how long it is, without touching it.

import { measureUtf8 } from "./measureUtf8.js";
import { blobSize, bufferSize, dataBytes, isView, now, objectTag, viewBytes } from "./natives.js";
import { textOf } from "./readSafely.js";
import type { Direction, Message } from "./webSocketConnection.js";

export function readMessage(direction: Direction, data: unknown): Message {
  const size = typeof data === "object" && data !== null ? binarySize(data) : undefined;
  return size === undefined ? textMessage(direction, textOf(data)) : binaryMessage(direction, size);
}

function textMessage(direction: Direction, text: string): Message {
  const { bytes, kept } = measureUtf8(text);
  return { direction, text, bytes, kept, ms: now() };
}

function binaryMessage(direction: Direction, bytes: number): Message {
  const text = `[Binary: ${bytes} bytes]`;
  return { direction, text, bytes, kept: text.length, ms: now() };
}

/** The natives throw for what is not theirs; then it is sent as a text. */
function binarySize(data: object): number | undefined {
  if (isView(data)) return objectTag(data) === "[object DataView]" ? dataBytes(data) : viewBytes(data);
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
