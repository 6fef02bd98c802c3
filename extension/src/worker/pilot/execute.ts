// The command `execute`: a script in the page's world, ended in time, its value or its error.
import { EXECUTE_LATE_MS } from "../../generated/limits.js";
import type { Query } from "../../generated/wire.js";
import type { RunOutcome } from "../../shared/run.js";
import type { Settings } from "../../shared/settings.js";
import { capturedTab } from "../capturedTab.js";
import type { SeenTab } from "../chooseTab.js";
import { explain, Failure } from "../failure.js";
import type { Pages } from "../pages.js";
import type { PilotParts } from "../queries.js";
import { within } from "../within.js";
import { cleanStack, type Source } from "./cleanStack.js";
import { frameIdOf } from "./frameId.js";
import { type Instrumented, instrument, ScriptSyntaxError } from "./instrument.js";
import { type Program, programOf, unguessable } from "./program.js";
import { freeTab, isAlive } from "./rescue.js";
import { connectedPage, type Ran, runInPage, stopInPage } from "./runInPage.js";

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

export async function execute(
  query: Query,
  settings: Settings,
  signal: AbortSignal,
  { pages }: PilotParts,
): Promise<Executed> {
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
  const program = programOf(instrumented, timeoutMs, guard);
  const ran = await runIn(tab, frame, program, signal, pages);
  return ran === undefined ? late(tab, timeoutMs) : answerOf(ran, { instrumented, guard }, timeoutMs);
}

/** Undefined when it did not end in its time. */
async function runIn(
  tab: SeenTab,
  frame: string | undefined,
  program: Program,
  signal: AbortSignal,
  pages: Pages,
): Promise<Ran | undefined> {
  try {
    const page = await connectedPage(pages, tab.id, await frameIdOf(tab.id, frame));
    signal.throwIfAborted();
    const stop = () => stopInPage(page, program);
    signal.addEventListener("abort", stop);
    const ran = await within(runInPage(page, program), program.timeoutMs + EXECUTE_LATE_MS);
    if (ran === undefined) stop();
    return ran;
  } catch (error) {
    throw error instanceof Failure ? error : explain(tab.id, error);
  }
}

function answerOf(ran: Ran, source: Omit<Source, "way">, timeoutMs: number): Executed {
  if ("gone" in ran) {
    return failure("The page was left while the script ran.", "", "Look where it is now: observe what=page.");
  }
  return outcomeOf(ran.outcome, timeoutMs, (stack) => cleanStack(stack, { ...source, way: ran.way }));
}

function outcomeOf(outcome: RunOutcome, timeoutMs: number, clean: (stack: string) => string): Executed {
  switch (outcome.kind) {
    case "returned":
      return { success: true, result: JSON.parse(outcome.json, withStacks(clean)) };
    case "thrown":
      return failure(outcome.error, clean(outcome.stack), "The error is the script's own, or the page's.");
    case "blocked": {
      const words = `The page's Content Security Policy forbids scripts made from text: ${outcome.error}`;
      return failure(words, "", ALLOW_USER_SCRIPTS);
    }
    case "timeout":
      return timedOut(timeoutMs, "It was ended and the page lives; do less, or give a longer timeout_ms.");
    case "stopped":
      return failure("The script was stopped.", "", "The person switched AI Web Pilot off: ask first.");
    default:
      return outcome satisfies never;
  }
}

/** An error may be a result as well, or be somewhere in it. */
function withStacks(clean: (stack: string) => string) {
  return (key: string, value: unknown) =>
    key === "stack" && typeof value === "string" ? clean(value) : value;
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
