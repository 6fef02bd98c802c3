// The part that captures bodies, as page.js uses it: it comes only while “Capture Network Bodies” is on.
import type { Emit } from "../core/outbox.js";
import type { Hooks } from "../core/patch.js";
import type { Truncated } from "../core/truncateToBytes.js";
import type { Body } from "./bodyStream.js";
import type { Outcome, PendingRequest } from "./requests.js";
import type { HeaderPairs } from "./xhrHeaders.js";

/** What page.js hands over to it. */
export interface BodiesGiven {
  emit: Emit;
  hooks: Hooks;
}

/** `Exchange`: a request and its answer, as the part knows them. */
export interface BodiesPart<Exchange = object> {
  begin: (request: PendingRequest) => Exchange;
  /** `copy`: of the request's body, which the call takes away. */
  fetchSent: (exchange: Exchange, request: Request | undefined, init: unknown, copy: Body | null) => void;
  xhrSent: (exchange: Exchange, headers: HeaderPairs, body: unknown) => void;
  /** `headers`: a Headers object, or lines of text. */
  answered: (exchange: Exchange, outcome: Outcome, headers: Headers | string | null) => void;
  /** `copy`: of the response's body, where it was taken before the part came. */
  responded: (exchange: Exchange, response: Response, copy: Body | null) => void;
  received: (exchange: Exchange, body: Truncated) => void;
  xhrResponded: (exchange: Exchange, xhr: XMLHttpRequest) => void;
  /** The page is about to read all of it at once: json(), text(), … */
  pageReads: (response: Response) => void;
  pageCopied: (response: Response, copy: Response) => void;
  /** Records how the page reads streams, until the hooks are undone. */
  record: (hooks: Hooks) => void;
  /** What there is of bodies that the page reads piece by piece now. */
  flush: () => void;
}
