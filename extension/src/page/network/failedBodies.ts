// Bodies of failed responses, for a part that reads them: held unread until the switch is known and the part has come.
import { type AskForPart, LatePart } from "../core/lateParts.js";
import type { Hooks } from "../core/patch.js";
import type { Body } from "./bodyStream.js";
import type { OnText } from "./bodyText.js";
import { areFailedResponsesOn, setFailedResponsesWanted } from "./failedResponseSwitch.js";
import type { FailuresGiven, FailuresPart } from "./failuresPart.js";
import { bodyOf, copyOf, EVENT_STREAM, headerOf, headersOf, isText, typeOf } from "./responses.js";
import { takeXhrBody } from "./xhrBody.js";

const WAITING = 20; // bodies that wait for the settings or for the part

export class FailedBodies {
  private readonly late: LatePart<FailuresGiven, FailuresPart>;

  constructor(hooks: Hooks, ask: AskForPart) {
    this.late = new LatePart("failures", ask, { hooks }, WAITING, () => {});
    this.late.guard = hooks.guard;
  }

  set(isWanted: boolean): void {
    setFailedResponsesWanted(isWanted);
    if (!isWanted) this.late.forget();
    else if (this.late.isWaitedFor) this.late.request();
  }

  /** From a copy: the page reads the response itself. `otherwise` gets the copy if nobody reads it after all. */
  fetched(response: Response, onText: OnText, otherwise: (copy: Body | null) => void): void {
    const type = typeOf(response);
    if (bodyOf(response) === null || type === EVENT_STREAM) return;
    const copy = isText(response) ? bodyOf(copyOf(response)) : null;
    const length = headerOf(headersOf(response), "content-length");
    this.run(
      (part) => part.fetched(copy, type, length, onText),
      () => otherwise(copy),
    );
  }

  xhr(xhr: XMLHttpRequest, onText: OnText, otherwise: () => void): void {
    const body = takeXhrBody(xhr);
    this.run((part) => part.xhr(body, onText), otherwise);
  }

  private run(step: (part: FailuresPart) => void, otherwise: () => void): void {
    this.late.run(step, otherwise);
    if (areFailedResponsesOn()) this.late.request();
  }
}
