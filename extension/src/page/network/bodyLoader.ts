// Bodies of requests, for a part that reads them: held unread until the switch is known and the part has come.
import { type AskForPart, LatePart } from "../core/lateParts.js";
import { getter, method } from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks, Undo } from "../core/patch.js";
import { readOption, textOf } from "../core/readSafely.js";
import type { Truncated } from "../core/truncateToBytes.js";
import type { BodiesGiven, BodiesPart } from "./bodiesPart.js";
import { type Body, discard } from "./bodyStream.js";
import type { Outcome, PendingRequest } from "./requests.js";
import { bodyOf, copyOf, isLocked, isText } from "./responses.js";
import { type HeaderPairs, noteXhrHeader } from "./xhrHeaders.js";

const EARLY_BODY_STEPS = 200; // readings of bodies that wait for the settings or for the part

const { Request, XMLHttpRequest } = globalThis;
const requestBody = getter<Body | null>(Request, "body");
const isUsed = getter<boolean>(Request, "bodyUsed");
const copyOfRequest = method<Request>(Request, "clone");

/** A request, before and after the part knows it. */
export interface Ticket {
  exchange: object;
}

const NONE = {};

export class BodyLoader {
  /** Null until the settings are known: then bodies are held, and nothing of them is read. */
  private isOn: boolean | null = null;
  private isRecording = false;
  private readonly late: LatePart<BodiesGiven, BodiesPart>;

  private hooks: Hooks;

  /** `hooks` are those of the recorder of bodies: a failure here counts as one of bodies. */
  constructor(emit: Emit, hooks: Hooks, ask: AskForPart) {
    this.hooks = hooks;
    this.late = new LatePart("bodies", ask, { emit, hooks }, EARLY_BODY_STEPS, (part) => this.record(part));
    this.late.guard = (run) => (value) => this.hooks.guard(run)(value);
  }

  get isOff(): boolean {
    return this.isOn === false;
  }

  watch(hooks: Hooks): Undo {
    this.hooks = hooks;
    hooks.onUndo(() => {
      this.isRecording = false;
      this.set(false);
    });
    hooks.patch(XMLHttpRequest.prototype, "setRequestHeader", {
      before: (_, args) => args,
      after: (_, args, self) => noteHeader(self as XMLHttpRequest, args as unknown[]),
    });
    return hooks.undo;
  }

  set(isOn: boolean): void {
    const { late } = this;
    this.isOn = isOn;
    if (!isOn) return late.forget();
    if (late.part) this.record(late.part);
    else late.request();
  }

  begin(request: PendingRequest): Ticket | null {
    if (this.isOn === false) return null;
    const ticket: Ticket = { exchange: NONE };
    this.run((part) => {
      ticket.exchange = part.begin(request);
    });
    return ticket;
  }

  /** `request` is the first argument of fetch if it is a Request; what `init` says goes over it. */
  fetchSent(ticket: Ticket, request: Request | undefined, init: unknown): void {
    const copy = request && (readOption(init, "body") ?? null) === null ? copyOfBody(request) : null;
    this.run(
      (part) => part.fetchSent(ticket.exchange, request, init, copy),
      () => copy && discard(copy),
    );
  }

  xhrSent(ticket: Ticket, headers: HeaderPairs, body: unknown): void {
    this.run((part) => part.xhrSent(ticket.exchange, headers, body));
  }

  answered(ticket: Ticket, outcome: Outcome, headers: Headers | string | null): void {
    this.run((part) => part.answered(ticket.exchange, outcome, headers));
  }

  /**
   * Before the part can follow how the page reads it, a copy is kept: unlike then, the page may have read all of it.
   * `taken`: a copy from before.
   */
  responded(ticket: Ticket, response: Response, taken: Body | null = null): void {
    const copy = taken ?? (this.late.part || !isText(response) ? null : bodyOf(copyOf(response)));
    this.run(
      (part) => part.responded(ticket.exchange, response, copy),
      () => copy && discard(copy),
    );
  }

  received(ticket: Ticket, body: Truncated): void {
    this.run((part) => part.received(ticket.exchange, body));
  }

  /** Later it may have been opened again: then `isCurrent` says no. */
  xhrResponded(ticket: Ticket, xhr: XMLHttpRequest, isCurrent: () => boolean): void {
    this.run((part) => {
      if (isCurrent()) part.xhrResponded(ticket.exchange, xhr);
    });
  }

  pageReads(response: Response): void {
    this.late.part?.pageReads(response);
  }

  pageCopied(response: Response, copy: Response): void {
    this.late.part?.pageCopied(response, copy);
  }

  flush(): void {
    if (this.late.part) this.run((part) => part.flush());
  }

  private run(step: (part: BodiesPart) => void, otherwise?: () => void): void {
    if (this.isOn !== false) this.late.run(step, otherwise);
    else otherwise?.();
  }

  private record(part: BodiesPart): void {
    if (this.isRecording || !this.isOn) return;
    this.isRecording = true;
    part.record(this.hooks);
  }
}

function noteHeader(xhr: XMLHttpRequest, args: readonly unknown[]): void {
  noteXhrHeader(xhr, textOf(args[0]), textOf(args[1]));
}

/** The call takes the request's own body; one that is used already makes the call fail. */
function copyOfBody(request: Request): Body | null {
  const body = requestBody(request);
  if (!body || isUsed(request) || isLocked(body)) return null;
  return requestBody(copyOfRequest(request));
}
