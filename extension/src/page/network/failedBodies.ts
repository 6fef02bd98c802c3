// Bodies of failed responses, for a part that reads them: held unread until the switch is known and the part has come.
import { type AskForPart, createLatePart } from "../core/lateParts.js";
import type { Hooks } from "../core/patch.js";
import type { Body } from "./bodyStream.js";
import type { OnText } from "./bodyText.js";
import { areFailedResponsesOn, setFailedResponsesWanted } from "./failedResponseSwitch.js";
import type { FailuresGiven, FailuresPart } from "./failuresPart.js";
import { bodyOf, copyOf, EVENT_STREAM, headerOf, headersOf, isText, typeOf } from "./responses.js";
import { takeXhrBody } from "./xhrBody.js";

const WAITING = 20; // bodies that wait for the settings or for the part

export interface FailedBodies {
  set: (isWanted: boolean) => void;
  /** From a copy: the page reads the response itself. `otherwise` gets the copy if the response is not read after all. */
  fetched: (response: Response, onText: OnText, otherwise: (copy: Body | null) => void) => void;
  xhr: (xhr: XMLHttpRequest, onText: OnText, otherwise: () => void) => void;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createFailedBodies(hooks: Hooks, ask: AskForPart): FailedBodies {
  const late = createLatePart<FailuresGiven, FailuresPart>("failures", ask, { hooks }, WAITING);
  late.guard = hooks.guard;

  const run = (step: (part: FailuresPart) => void, otherwise: () => void): void => {
    late.run(step, otherwise);
    if (areFailedResponsesOn()) late.requestPart();
  };

  return {
    set: (isWanted) => {
      setFailedResponsesWanted(isWanted);
      if (!isWanted) late.forget();
      else if (late.isWaitedFor()) late.requestPart();
    },
    fetched: (response, onText, otherwise) => {
      const type = typeOf(response);
      if (bodyOf(response) === null || type === EVENT_STREAM) return;
      const copy = isText(response) ? bodyOf(copyOf(response)) : null;
      const length = headerOf(headersOf(response), "content-length");
      run(
        (part) => part.fetched(copy, type, length, onText),
        () => otherwise(copy),
      );
    },
    xhr: (xhr, onText, otherwise) => {
      const body = takeXhrBody(xhr);
      run((part) => part.xhr(body, onText), otherwise);
    },
  };
}
