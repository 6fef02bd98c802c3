// Chunks of events on their way to the content script, one for each stream.
import { STREAM_NAMES, type StreamName } from "../../generated/wire.js";
import type { Chunk } from "../../shared/messages.js";
import { append } from "./natives.js";

export function appendFilled(filled: Chunk[], chunks: Record<StreamName, Chunk>): void {
  for (let i = 0; i < STREAM_NAMES.length; i++) {
    const chunk = chunks[STREAM_NAMES[i] as StreamName];
    if (chunk.count > 0) append(filled, chunk);
  }
}

/** An empty one follows a chunk that is full. */
export function renew(chunks: Record<StreamName, Chunk>, stream: StreamName): void {
  chunks[stream] = emptyChunk(stream);
}

export function emptyChunks(): Record<StreamName, Chunk> {
  const chunks = { __proto__: null } as unknown as Record<StreamName, Chunk>;
  for (let i = 0; i < STREAM_NAMES.length; i++) {
    const stream = STREAM_NAMES[i] as StreamName;
    chunks[stream] = emptyChunk(stream);
  }
  return chunks;
}

function emptyChunk(stream: StreamName): Chunk {
  return { stream, events: "", count: 0, errors: 0 };
}
