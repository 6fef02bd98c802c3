// The part that reads the bodies of failed responses, as page.js uses it.
import type { Hooks } from "../core/patch.js";
import type { Body } from "./bodyStream.js";
import type { OnText } from "./bodyText.js";
import type { XhrBody } from "./xhrBody.js";

/** What page.js hands over to it. */
export interface FailuresGiven {
  hooks: Hooks;
}

export interface FailuresPart {
  /** `copy` is a text body; for any other body, only type and length are reported. */
  fetched: (copy: Body | null, type: string, length: string | null, onText: OnText) => void;
  xhr: (body: XhrBody, onText: OnText) => void;
}
