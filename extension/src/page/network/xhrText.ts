// The response of an XMLHttpRequest as text, for each response type.
import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import { stringify } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import { encodeValue } from "../core/serialize.js";
import { truncateToBytes } from "../core/truncateToBytes.js";
import { BODY_COPY_BYTES } from "./bodyBounds.js";
import { bufferText, documentText, type OnText, readBlob, whole } from "./bodyText.js";
import { binaryNote } from "./isTextBody.js";
import type { XhrBody } from "./xhrBody.js";

/** Calls back at once, later for a blob of text, and never where there is no body. */
export function readXhrBody(body: XhrBody, hooks: Hooks, onText: OnText): void {
  const { kind, type, value, length } = body;
  if (kind === "" && value === null) return onText(whole(binaryNote(length, type)));
  // The browser keeps nothing of a text that it could not parse, and the entry says so.
  if (kind === "json" && value === null) return onText(whole("[JSON: null, empty or not valid]"));
  if (value === null || value === undefined) return;
  switch (kind) {
    case "":
      return onText(truncateToBytes(value as string, RESPONSE_BODY_BYTES));
    case "json":
      return onText(truncateToBytes(jsonText(body), RESPONSE_BODY_BYTES));
    case "arraybuffer":
      return onText(bufferText(value as ArrayBuffer, type, RESPONSE_BODY_BYTES));
    case "blob":
      return readBlob(value as Blob, type, RESPONSE_BODY_BYTES, hooks, onText);
    default:
      return onText(truncateToBytes(documentText(value as Document), RESPONSE_BODY_BYTES));
  }
}

/** The browser keeps the value and not the text; a very long one is walked over only as far as it is shown. */
function jsonText({ value, length }: XhrBody): string {
  const isLong = +(length ?? 0) > BODY_COPY_BYTES;
  return (isLong ? undefined : stringifySafely(value)) ?? encodeValue(value, RESPONSE_BODY_BYTES);
}

/** Nothing where a toJSON that the page gave to all objects has its own will. */
function stringifySafely(value: unknown): string | undefined {
  try {
    return stringify(value);
  } catch {
    return undefined;
  }
}
