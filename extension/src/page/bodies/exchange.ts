// One request and its answer: what is known late goes out as an update of the entry.
import { REQUEST_BODY_BYTES, RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks } from "../core/patch.js";
import { quote } from "../core/quote.js";
import { MESSAGE_CHARS } from "../core/serialize.js";
import { pageUrlJson, urlJson } from "../core/stamp.js";
import type { Truncated } from "../core/truncateToBytes.js";
import { HEADER_CHARS } from "../network/bodyBounds.js";
import type { Outcome, PendingRequest } from "../network/requests.js";
import type { HeaderList } from "./headerList.js";
import type { OpenBodies } from "./openBodies.js";

/** What all exchanges share. */
export interface Recording {
  emit: Emit;
  hooks: Hooks;
  open: OpenBodies;
}

export class Exchange {
  /** Its response's body is being read, by whatever way came first. */
  isTaken = false;
  private entry: string;
  private isSent = false;
  private isRequestTruncated = false;
  private isResponseTruncated = false;
  private wasTruncated = false;

  readonly recording: Recording;
  private readonly request: PendingRequest;

  constructor(recording: Recording, request: PendingRequest) {
    this.recording = recording;
    this.request = request;
    this.entry = `${request.head},"type":"network_body","pageUrl":${pageUrlJson()}`;
  }

  get hooks(): Hooks {
    return this.recording.hooks;
  }

  sentHeaders(headers: HeaderList): void {
    this.add(`,"requestHeaders":${headers.json()},"hasAuthHeader":${headers.hasAuth}`);
  }

  readonly sentBody = ({ text, isTruncated }: Truncated): void => {
    this.isRequestTruncated = isTruncated;
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
    this.isSent = true;
    this.recording.emit("network_bodies", `${this.entry}${this.truncatedField()}}`);
  }

  readonly received = ({ text, isTruncated }: Truncated): void => {
    this.isResponseTruncated = isTruncated;
    this.add(`,"responseBody":${quote(text, RESPONSE_BODY_BYTES)}`);
  };

  /** Waits for the browser's timing, which has the size of a body without a Content-Length header. */
  whenSized(run: (bytes: number) => void): void {
    this.request.onSize = this.hooks.guard(run);
  }

  private add(fields: string): void {
    if (!this.isSent) this.entry += fields;
    else
      this.recording.emit("network_bodies", `{"id":"${this.request.id}"${fields}${this.truncatedField()}}`);
  }

  /** Set when a body was truncated, cleared once the rest arrives. */
  private truncatedField(): string {
    const isTruncated = this.isRequestTruncated || this.isResponseTruncated;
    if (!isTruncated && !this.wasTruncated) return "";
    this.wasTruncated = isTruncated;
    return `,"truncated":${isTruncated}`;
  }
}

function headerFields(headers: HeaderList): string {
  const { contentType } = headers;
  const type = contentType ? `,"contentType":${quote(contentType, HEADER_CHARS)}` : "";
  return `${type},"responseHeaders":${headers.json()}`;
}
