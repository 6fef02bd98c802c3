// The entry of failures.js: what reads the beginning of a failed response. It is in the log, whether bodies are captured or not.
import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import { FAILED_RESPONSE_WAIT_MS } from "../network/bodyBounds.js";
import { whole } from "../network/bodyText.js";
import type { FailuresGiven, FailuresPart } from "../network/failuresPart.js";
import { binaryNote } from "../network/isTextBody.js";
import { readBodyPrefix } from "../network/readBodyPrefix.js";
import { readXhrBody } from "../network/xhrText.js";

export function begin({ hooks }: FailuresGiven): FailuresPart {
  const reading = { maxBytes: RESPONSE_BODY_BYTES, waitMs: FAILED_RESPONSE_WAIT_MS, hooks };
  return {
    fetched: (copy, type, length, onText) => {
      if (copy) readBodyPrefix(copy, reading, onText);
      else onText(whole(binaryNote(length, type)));
    },
    xhr: (body, onText) => readXhrBody(body, hooks, onText),
  };
}
