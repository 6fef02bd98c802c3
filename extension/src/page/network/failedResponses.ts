// The beginning of a failed response: it is in the log, whether bodies are captured or not.
import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import type { Hooks } from "../core/patch.js";
import { FAILED_RESPONSE_WAIT_MS } from "./bodyBounds.js";
import { type OnText, whole } from "./bodyText.js";
import { binaryNote, isTextBody } from "./isTextBody.js";
import { readBodyPrefix } from "./readBodyPrefix.js";
import { bodyOf, copyOf, EVENT_STREAM, headerOf, headersOf, typeOf } from "./responses.js";

/** From a copy: the page reads the response itself. Never calls back where there is no body. */
export function readFailedResponse(response: Response, hooks: Hooks, onText: OnText): void {
  const type = typeOf(response);
  if (bodyOf(response) === null || type === EVENT_STREAM) return;
  if (!isTextBody(type))
    return onText(whole(binaryNote(headerOf(headersOf(response), "content-length"), type)));
  const body = bodyOf(copyOf(response));
  const reading = { maxBytes: RESPONSE_BODY_BYTES, waitMs: FAILED_RESPONSE_WAIT_MS, hooks };
  if (body) readBodyPrefix(body, reading, onText);
}
