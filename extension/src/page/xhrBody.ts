// What an XMLHttpRequest received, as text, for each of its response types.
import { FAILED_RESPONSE_CHARS } from "../generated/limits.js";
import { binaryNote, isText, mediaType } from "./isText.js";
import { blobSize, bufferSize, getter, method } from "./natives.js";
import { encode } from "./serialise.js";

const { prototype } = XMLHttpRequest;
const responseType = getter<string>(prototype, "responseType");
const responseText = getter<string>(prototype, "responseText");
const responseOf = getter<unknown>(prototype, "response");
const headerOf = method<string | null>(prototype, "getResponseHeader") as (
  xhr: XMLHttpRequest,
  name: string,
) => string | null;

export function xhrBody(xhr: XMLHttpRequest): string {
  const type = mediaType(headerOf(xhr, "content-type"));
  switch (responseType(xhr)) {
    case "":
    case "text":
      return isText(type) ? responseText(xhr) : binaryNote(headerOf(xhr, "content-length"), type);
    case "json": {
      const value = responseOf(xhr);
      return value === null ? "" : encode(value, FAILED_RESPONSE_CHARS);
    }
    case "arraybuffer":
      return binaryNote(sizeOf(xhr, bufferSize), type);
    case "blob":
      return binaryNote(sizeOf(xhr, blobSize), type);
    default:
      return "[Document]";
  }
}

function sizeOf(xhr: XMLHttpRequest, size: (of: unknown) => number): number {
  const value = responseOf(xhr);
  return value ? size(value) : 0;
}
