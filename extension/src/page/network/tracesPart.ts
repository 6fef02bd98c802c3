// The part that adds `traceparent` headers, as page.js uses it, and how page.js gets it: when the setting is on.
import { type AskForPart, createLatePart } from "../core/lateParts.js";
import type { Hooks } from "../core/patch.js";
import type { PendingRequest } from "./requests.js";
import { headerOf } from "./responses.js";
import type { HeaderPairs } from "./xhrHeaders.js";

/** What page.js hands over to it. */
export interface TracesGiven {
  headerOf: (headers: Headers, name: string) => string | null;
}

export interface TracesPart {
  /** Before the call: it may replace what is in `args`. */
  traceFetch: (request: PendingRequest, args: unknown[]) => void;
  /** Before it is sent; `headers` are those that the page has set. */
  traceXhr: (request: PendingRequest, xhr: XMLHttpRequest, headers: HeaderPairs) => void;
}

export interface Traces {
  set: (isWanted: boolean) => void;
  /** Null while the setting is off, and until the part has come. */
  part: () => TracesPart | null;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createTraces(hooks: Hooks, ask: AskForPart): Traces {
  const late = createLatePart<TracesGiven, TracesPart>("traces", ask, { headerOf }, 0);
  late.guard = hooks.guard;
  let isOn = false;
  return {
    set: (isWanted) => {
      isOn = isWanted;
      if (isOn) late.requestPart();
    },
    part: () => (isOn ? late.part : null),
  };
}
