// The command `execute`: a script in the page's world, ended in time, its value or its error.
import { EXECUTE_LATE_MS } from "../../generated/limits.js";
import type { Query } from "../../generated/wire.js";
import type { RunOutcome } from "../../shared/run.js";
import type { Settings } from "../../shared/settings.js";
import { capturedTab } from "../capturedTab.js";
import type { SeenTab } from "../chooseTab.js";
import { explain } from "../failure.js";
import { within } from "../within.js";
import { cleanStack } from "./cleanStack.js";
import { frameIdOf } from "./frameId.js";
import { type Instrumented, instrument, ScriptSyntaxError } from "./instrument.js";
import { programOf } from "./program.js";
import { freeTab, isAlive } from "./rescue.js";
import { type Ran, runInPage, stopInPage } from "./runInPage.js";

interface ExecuteParams {
  script: string;
  timeoutMs: number;
  frame?: string;
}

/** The specification's answer of `execute_javascript`. */
export type Executed =
  | { success: true; result: unknown }
  | { success: false; error: string; stack: string; hint: string };

const ALLOW_USER_SCRIPTS =
  "Ask the person to open chrome://extensions, Details of Gasoline, and to switch on “Allow User Scripts”; then call " +
  "again. observe what=dom works without.";

export async function execute(query: Query, settings: Settings, signal: AbortSignal): Promise<Executed> {
  const { script, timeoutMs, frame } = query.params as unknown as ExecuteParams;
  const tab = await capturedTab(query, settings);
  const guard = `guard_${unguessable()}`;
  let instrumented: Instrumented;
  try {
    instrumented = instrument(script, guard);
  } catch (error) {
    if (error instanceof ScriptSyntaxError) return syntaxFailure(error);
    throw error;
  }
  const place = { tabId: tab.id, frameId: await frameIdOf(tab.id, frame) };
  const stopEvent = `stop_${unguessable()}`;
  const program = programOf(instrumented, { timeoutMs, stopEvent }, guard);
  signal.throwIfAborted();
  signal.addEventListener("abort", () => void stopInPage(place, stopEvent).catch(() => undefined));
  const running = runInPage(place, program).catch((error: unknown) => {
    throw explain(tab.id, error);
  });
  const ran = await within(running, timeoutMs + EXECUTE_LATE_MS);
  return ran === undefined ? late(tab, timeoutMs) : answerOf(ran, instrumented, timeoutMs);
}

function unguessable(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

function answerOf(ran: Ran, instrumented: Instrumented, timeoutMs: number): Executed {
  if ("gone" in ran) {
    return failure("The page was left while the script ran.", "", "Look where it is now: observe what=page.");
  }
  if ("blocked" in ran) {
    const words = `The page's Content Security Policy forbids scripts made from text: ${ran.blocked}`;
    return failure(words, "", ALLOW_USER_SCRIPTS);
  }
  return outcomeOf(ran.outcome, timeoutMs, (stack) => cleanStack(stack, instrumented, ran.way));
}

function outcomeOf(outcome: RunOutcome, timeoutMs: number, clean: (stack: string) => string): Executed {
  switch (outcome.kind) {
    case "returned":
      return { success: true, result: parsed(outcome.json) };
    case "thrown":
      return failure(outcome.error, clean(outcome.stack), "The error is the script's own, or the page's.");
    case "timeout":
      return timedOut(timeoutMs, "It was ended and the page lives; do less, or give a longer timeout_ms.");
    case "stopped":
      return failure("The script was stopped.", "", "The person switched AI Web Pilot off: ask first.");
    default:
      return outcome satisfies never;
  }
}

/** A page that has changed JSON.stringify may have made it anything. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Something that no check reaches: a loop of the page's own, an endless regular expression, `eval`. */
async function late(tab: SeenTab, timeoutMs: number): Promise<Executed> {
  if (await isAlive(tab.id)) {
    return timedOut(timeoutMs, "It did not end by itself; reload the page if it behaves oddly.");
  }
  await freeTab(tab.id, tab.url);
  return timedOut(
    timeoutMs,
    "It hung the page, so the tab was loaded again: what was entered there is lost.",
  );
}

function timedOut(timeoutMs: number, hint: string): Executed {
  return failure(`Timeout: the script timed out after ${timeoutMs} ms.`, "", hint);
}

function syntaxFailure({ message, line, column }: ScriptSyntaxError): Executed {
  const words = `SyntaxError: ${message} (line ${line}, column ${column})`;
  return failure(words, "", "Pass an expression, or statements with `return`; nothing was run.");
}

function failure(error: string, stack: string, hint: string): Executed {
  return { success: false, error, stack, hint };
}
