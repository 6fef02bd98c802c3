// Which bytes a view shows, whatever kind of view it is.
import {
  dataBuffer,
  dataBytes,
  dataOffset,
  NativeUint8Array,
  viewBuffer,
  viewBytes,
  viewOffset,
} from "./natives.js";

export interface ByteRange {
  buffer: ArrayBuffer;
  from: number;
  length: number;
}

/** Uses the checks of the natives, because a page may give a view any tag. */
export function byteRange(view: ArrayBufferView): ByteRange {
  try {
    return { buffer: dataBuffer(view), from: dataOffset(view), length: dataBytes(view) };
  } catch {
    // Not a DataView.
    return { buffer: viewBuffer(view), from: viewOffset(view), length: viewBytes(view) };
  }
}

/** At most `maxBytes` of them. */
export function firstBytes({ buffer, from, length }: ByteRange, maxBytes: number): Uint8Array {
  return new NativeUint8Array(buffer, from, length < maxBytes ? length : maxBytes);
}
