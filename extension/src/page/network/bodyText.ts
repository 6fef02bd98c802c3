// A body that is at hand as a buffer, a blob or a document, as text.
import { type ByteRange, firstBytes } from "../core/byteRange.js";
import { blobSize, bufferSize, getter, method, promiseThen } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import type { Truncated } from "../core/truncateToBytes.js";
import { BodyPrefix } from "./bodyPrefix.js";
import { binaryNote, isTextBody, mediaType } from "./isTextBody.js";

const { Blob, XMLSerializer } = globalThis;
export const blobType = getter<string>(Blob, "type");
const blobSlice = method<Blob>(Blob, "slice") as (of: Blob, from: number, to: number) => Blob;
const blobBuffer = method<Promise<ArrayBuffer>>(Blob, "arrayBuffer");
const serializeDocument = method<string>(XMLSerializer, "serializeToString") as (
  serializer: XMLSerializer,
  node: unknown,
) => string;

export type OnText = (cut: Truncated) => void;

export function bufferText(buffer: ArrayBuffer, type: string, maxBytes: number): Truncated {
  return bytesText({ buffer, from: 0, length: bufferSize(buffer) }, type, maxBytes);
}

export function documentText(document: object): string {
  return serializeDocument(new XMLSerializer(), document);
}

/** What the blob itself says of its type counts. */
export function readBlob(blob: Blob, type: string, maxBytes: number, hooks: Hooks, onText: OnText): void {
  const kind = mediaType(blobType(blob)) || type;
  if (kind === "" || !isTextBody(kind)) return onText(whole(binaryNote(blobSize(blob), kind)));
  const onBuffer = hooks.guard((buffer: ArrayBuffer) => onText(bufferText(buffer, kind, maxBytes)));
  promiseThen(blobBuffer(blobSlice(blob, 0, maxBytes + 1)), onBuffer, () => undefined);
}

export function bytesText(range: ByteRange, type: string, maxBytes: number): Truncated {
  if (type === "" || !isTextBody(type)) return whole(binaryNote(range.length, type));
  const prefix = new BodyPrefix(maxBytes);
  prefix.add(firstBytes(range, maxBytes + 1));
  return prefix.truncated(true);
}

export function whole(text: string): Truncated {
  return { text, isTruncated: false };
}
