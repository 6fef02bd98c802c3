// Requests with what they sent and received, on their way to the server, while the person has switched that on.
import {
  EARLY_BODY_STEPS,
  HEADER_CHARS,
  MESSAGE_CHARS,
  OPEN_BODIES,
  REQUEST_BODY_BYTES,
  RESPONSE_BODY_BYTES,
} from "../generated/limits.js";
import type { Cut } from "./cutToBytes.js";
import type { HeaderList } from "./headerList.js";
import { append, mapDelete, mapEntries, mapSet, mapSize, NativeMap, nextOfMap } from "./natives.js";
import type { Emit } from "./outbox.js";
import type { Hooks } from "./patch.js";
import type { Outcome, PendingRequest } from "./requests.js";
import { quote } from "./serialise.js";
import { pageUrlJson, urlJson } from "./stamp.js";

type Step = () => void;

interface Waiting {
  run: Step;
  otherwise: Step | undefined;
}

export class Exchanges {
  /** Null until the settings are known: then bodies are held, and nothing of them is read. */
  private isOn: boolean | null = null;
  private waiting: Waiting[] = [];
  /** Bodies that the page reads piece by piece now: what there is of them is sent before an answer. */
  private readonly open = new NativeMap<Exchange, Step>();

  /** `hooks` are those of the recorder of bodies: a failure here counts as one of bodies. */
  constructor(
    readonly emit: Emit,
    public hooks: Hooks,
  ) {}

  get isOff(): boolean {
    return this.isOn === false;
  }

  begin(request: PendingRequest): Exchange | null {
    return this.isOn === false ? null : new Exchange(this, request);
  }

  set(isOn: boolean): void {
    const { waiting } = this;
    this.isOn = isOn;
    this.waiting = [];
    for (let i = 0; i < waiting.length; i++) {
      const { run, otherwise } = waiting[i] as Waiting;
      if (isOn) this.guarded(run);
      else if (otherwise) this.guarded(otherwise);
    }
  }

  /** Now if bodies are captured, later if that is not known yet; else the other step. */
  whenOn(run: Step, otherwise?: Step): void {
    const isFull = this.waiting.length >= EARLY_BODY_STEPS;
    if (this.isOn === true) this.guarded(run);
    else if (this.isOn === null && !isFull) append(this.waiting, { run, otherwise });
    else if (otherwise) this.guarded(otherwise);
  }

  opened(exchange: Exchange, sendSoFar: Step): void {
    mapSet(this.open, exchange, sendSoFar);
    if (mapSize(this.open) <= OPEN_BODIES) return;
    const oldest = nextOfMap(mapEntries(this.open));
    if (oldest.done) return;
    oldest.value[1]();
    mapDelete(this.open, oldest.value[0]);
  }

  closed(exchange: Exchange): void {
    mapDelete(this.open, exchange);
  }

  readonly flush = (): void => {
    const entries = mapEntries(this.open);
    for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) this.guarded(next.value[1]);
  };

  private guarded(step: Step): void {
    this.hooks.guard(step)(undefined);
  }
}

/** One request and its answer. What is known late goes out as an update of the entry. */
export class Exchange {
  /** Its response's body is being read, by whatever way came first. */
  isTaken = false;
  private entry: string;
  private isSent = false;
  private isRequestCut = false;
  private isResponseCut = false;
  private wasCut = false;

  constructor(
    readonly all: Exchanges,
    private readonly request: PendingRequest,
  ) {
    this.entry = `${request.head},"type":"network_body","pageUrl":${pageUrlJson()}`;
  }

  get hooks(): Hooks {
    return this.all.hooks;
  }

  sentHeaders(headers: HeaderList): void {
    this.add(`,"requestHeaders":${headers.json()},"hasAuthHeader":${headers.hasAuth}`);
  }

  readonly sentBody = ({ text, isCut }: Cut): void => {
    this.isRequestCut = isCut;
    this.add(`,"requestBody":${quote(text, REQUEST_BODY_BYTES)}`);
  };

  /** The answer's beginning, or the failure: from now on the entry is at the server. */
  answered(outcome: Outcome, headers: HeaderList | null): void {
    const { status, error, isAborted, redirectedTo } = outcome;
    let fields = `,"status":${status},"duration":${this.request.durationMs}`;
    if (isAborted) fields += ',"aborted":true';
    if (error) fields += `,"error":${quote(error, MESSAGE_CHARS)}`;
    if (redirectedTo) fields += `,"redirectedTo":${urlJson(redirectedTo)}`;
    if (headers) fields += headerFields(headers);
    this.add(fields);
    this.all.whenOn(() => {
      this.isSent = true;
      this.all.emit("network_bodies", `${this.entry}${this.truncatedField()}}`);
    });
  }

  readonly received = ({ text, isCut }: Cut): void => {
    this.isResponseCut = isCut;
    this.all.whenOn(() => this.add(`,"responseBody":${quote(text, RESPONSE_BODY_BYTES)}`));
  };

  /** The browser's own timing tells how long a body was whose headers did not. */
  whenSized(run: (bytes: number) => void): void {
    this.request.onSize = (bytes) => this.all.whenOn(() => run(bytes));
  }

  private add(fields: string): void {
    if (!this.isSent) this.entry += fields;
    else this.all.emit("network_bodies", `{"id":"${this.request.id}"${fields}${this.truncatedField()}}`);
  }

  /** Said when it is so, and taken back when the rest came after all. */
  private truncatedField(): string {
    const isCut = this.isRequestCut || this.isResponseCut;
    if (!isCut && !this.wasCut) return "";
    this.wasCut = isCut;
    return `,"truncated":${isCut}`;
  }
}

function headerFields(headers: HeaderList): string {
  const { contentType } = headers;
  const type = contentType ? `,"contentType":${quote(contentType, HEADER_CHARS)}` : "";
  return `${type},"responseHeaders":${headers.json()}`;
}
