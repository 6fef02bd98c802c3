// Bodies of requests, for a part that reads them: held unread until the switch is known and the part has come.
import { type AskForPart, createLatePart } from "../core/lateParts.js";
import { getter, method } from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks, Undo } from "../core/patch.js";
import { readOption } from "../core/readSafely.js";
import type { Truncated } from "../core/truncateToBytes.js";
import type { BodiesGiven, BodiesPart } from "./bodiesPart.js";
import { type Body, discard } from "./bodyStream.js";
import type { Outcome, PendingRequest } from "./requests.js";
import { bodyOf, copyOf, isLocked, isText } from "./responses.js";
import type { HeaderPairs } from "./xhrHeaders.js";

const EARLY_BODY_STEPS = 200; // readings of bodies that wait for the settings or for the part

const { Request } = globalThis;
const requestBody = getter<Body | null>(Request, "body");
const isUsed = getter<boolean>(Request, "bodyUsed");
const copyOfRequest = method<Request>(Request, "clone");

/** A request, before and after the part knows it. */
export interface Ticket {
  exchangeOfPart: object;
}

const NONE = {};

export interface BodyLoader {
  isOff: () => boolean;
  watch: (hooks: Hooks) => Undo;
  set: (isOn: boolean) => void;
  begin: (request: PendingRequest) => Ticket | null;
  /** `request` is the first argument of fetch if it is a Request; what `init` says goes over it. */
  fetchSent: (ticket: Ticket, request: Request | undefined, init: unknown) => void;
  xhrSent: (ticket: Ticket, headers: HeaderPairs, body: unknown) => void;
  answered: (ticket: Ticket, outcome: Outcome, headers: Headers | string | null) => void;
  /**
   * Before the part can follow how the page reads it, a copy is kept: unlike then, the page may have read all of it.
   * `taken`: a copy from before.
   */
  responded: (ticket: Ticket, response: Response, taken?: Body | null) => void;
  received: (ticket: Ticket, body: Truncated) => void;
  /** Later it may have been opened again: then `isCurrent` says no. */
  xhrResponded: (ticket: Ticket, xhr: XMLHttpRequest, isCurrent: () => boolean) => void;
  pageReads: (response: Response) => void;
  pageCopied: (response: Response, copy: Response) => void;
  flush: () => void;
}

/**
 * One instance per page: a closure with variables is smaller in page.js than a class with fields. `given` are the hooks of the recorder of bodies: a failure
 * here counts as one of bodies.
 */
export function createBodyLoader(emit: Emit, given: Hooks, ask: AskForPart): BodyLoader {
  /** Null until the settings are known: then bodies are held, and nothing of them is read. */
  let isOn: boolean | null = null;
  let isRecording = false;
  let hooks = given;

  const record = (part: BodiesPart): void => {
    if (isRecording || !isOn) return;
    isRecording = true;
    part.record(hooks);
  };

  const late = createLatePart<BodiesGiven, BodiesPart>(
    "bodies",
    ask,
    { emit, hooks },
    EARLY_BODY_STEPS,
    record,
  );
  late.guard = (run) => (value) => hooks.guard(run)(value);

  const run = (step: (part: BodiesPart) => void, otherwise?: () => void): void => {
    if (isOn !== false) late.run(step, otherwise);
    else otherwise?.();
  };

  const set = (isWanted: boolean): void => {
    isOn = isWanted;
    if (!isWanted) return late.forget();
    if (late.part) record(late.part);
    else late.requestPart();
  };

  return {
    isOff: () => isOn === false,
    watch: (current) => {
      hooks = current;
      hooks.onUndo(() => {
        isRecording = false;
        set(false);
      });
      return hooks.undo;
    },
    set,
    begin: (request) => {
      if (isOn === false) return null;
      const ticket: Ticket = { exchangeOfPart: NONE };
      run((part) => {
        ticket.exchangeOfPart = part.begin(request);
      });
      return ticket;
    },
    fetchSent: (ticket, request, init) => {
      const copy = request && (readOption(init, "body") ?? null) === null ? copyOfBody(request) : null;
      run(
        (part) => part.fetchSent(ticket.exchangeOfPart, request, init, copy),
        () => copy && discard(copy),
      );
    },
    xhrSent: (ticket, headers, body) => run((part) => part.xhrSent(ticket.exchangeOfPart, headers, body)),
    answered: (ticket, outcome, headers) =>
      run((part) => part.answered(ticket.exchangeOfPart, outcome, headers)),
    responded: (ticket, response, taken = null) => {
      const copy = taken ?? (late.part || !isText(response) ? null : bodyOf(copyOf(response)));
      run(
        (part) => part.responded(ticket.exchangeOfPart, response, copy),
        () => copy && discard(copy),
      );
    },
    received: (ticket, body) => run((part) => part.received(ticket.exchangeOfPart, body)),
    xhrResponded: (ticket, xhr, isCurrent) =>
      run((part) => {
        if (isCurrent()) part.xhrResponded(ticket.exchangeOfPart, xhr);
      }),
    pageReads: (response) => late.part?.pageReads(response),
    pageCopied: (response, copy) => late.part?.pageCopied(response, copy),
    flush: () => {
      if (late.part) run((part) => part.flush());
    },
  };
}

/** The call takes the request's own body; one that is used already makes the call fail. */
function copyOfBody(request: Request): Body | null {
  const body = requestBody(request);
  if (!body || isUsed(request) || isLocked(body)) return null;
  return requestBody(copyOfRequest(request));
}
