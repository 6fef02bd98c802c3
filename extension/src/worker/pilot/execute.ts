// The command `execute`: runs a script in the page world with a deadline; returns its value or error.
import { ALLOW_USER_SCRIPTS } from "#platform/worker/userScripts.js";
import type { Query } from "../../generated/wire.js";
import type { RunOutcome } from "../../shared/pilotRun.js";
import type { Settings } from "../../shared/settings.js";
import { within } from "../../shared/within.js";
import type { Page, Pages } from "../pages.js";
import { capturedTab } from "../tabs/capturedTab.js";
import type { SeenTab } from "../tabs/chooseTab.js";
import { explain, Failure } from "../tabs/failure.js";
import { cleanStack, type Source } from "./cleanStack.js";
import { frameIdOf } from "./frameId.js";
import { freeTab, isAlive } from "./freeTab.js";
import { type Instrumented, instrumentScript, ScriptSyntaxError } from "./instrumentScript.js";
import type { PilotParts } from "./pilotParts.js";
import { type Program, programOf, unguessable } from "./program.js";
import { connectedPage, GONE, notReady, type Ran, runInPage, stopInPage } from "./runInPage.js";

const EXECUTE_LATE_MS = 500; // the page ends its script by itself; after so much more it hangs

interface ExecuteParams {
  script: string;
  timeoutMs: number;
  frame?: string;
}

/** The answer of `execute_javascript`. */
export type Executed =
  | { success: true; result: unknown }
  | { success: false; error: string; stack: string; hint: string };

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
    instrumented = instrumentScript(script, guard);
  } catch (error) {
    if (error instanceof ScriptSyntaxError) return syntaxFailure(error);
    throw error;
  }
  const program = programOf(instrumented, timeoutMs, guard);
  const ran = await runIn(tab, frame, program, signal, pages);
  return ran === undefined ? late(tab, timeoutMs) : answerOf(ran, { instrumented, guard }, timeoutMs);
}

/** Undefined if it did not end in time. */
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
    return await runUntilAborted(page, program, signal);
  } catch (error) {
    throw error instanceof Failure ? error : explain(tab.id, error);
  }
}

async function runUntilAborted(page: Page, program: Program, signal: AbortSignal): Promise<Ran | undefined> {
  const stop = () => stopInPage(page, program);
  signal.addEventListener("abort", stop);
  try {
    const ran = await within(runInPage(page, program), program.timeoutMs + EXECUTE_LATE_MS);
    if (ran === undefined) stop();
    return ran;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function answerOf(ran: Ran, source: Source, timeoutMs: number): Executed {
  if (ran === GONE) {
    return failure(
      "The page was left while the script was running.",
      "",
      "Check the current page: observe what=page.",
    );
  }
  return outcomeOf(ran, timeoutMs, (stack) => cleanStack(stack, source));
}

function outcomeOf(outcome: RunOutcome, timeoutMs: number, clean: (stack: string) => string): Executed {
  switch (outcome.kind) {
    case "returned":
      if (!("json" in outcome)) return { success: true, result: outcome.value };
      return { success: true, result: JSON.parse(outcome.json, withStacks(clean)) };
    case "thrown":
      return failure(outcome.error, clean(outcome.stack), "The script or the page threw this error.");
    case "blocked": {
      const words = `The page's Content Security Policy forbids scripts made from text: ${outcome.error}`;
      return failure(words, "", ALLOW_USER_SCRIPTS);
    }
    case "replaced":
      return failure(
        `The page has replaced ${outcome.name}, so its result cannot be trusted. Nothing was returned.`,
        "",
        outcome.name === "eval" ? ALLOW_USER_SCRIPTS : "observe what=dom works without.",
      );
    case "notReady":
      throw notReady();
    case "timeout":
      return timedOut(
        timeoutMs,
        "The script was stopped and the page still works; do less, or use a longer timeout_ms.",
      );
    case "stopped":
      return failure("The script was stopped.", "", "The user turned off AI Web Pilot: ask first.");
    default:
      return outcome satisfies never;
  }
}

/** An error may be a result as well, or be somewhere in it. */
function withStacks(clean: (stack: string) => string) {
  return (key: string, value: unknown) =>
    key === "stack" && typeof value === "string" ? clean(value) : value;
}

/** Something that no check reaches: a loop in page code, an endless regular expression, `eval`. */
async function late(tab: SeenTab, timeoutMs: number): Promise<Executed> {
  if (await isAlive(tab.id)) {
    return timedOut(timeoutMs, "It may still be running; reload the page if it misbehaves.");
  }
  await freeTab(tab.id, tab.url);
  return timedOut(timeoutMs, "It froze the page, so the tab was reloaded and unsaved input is lost.");
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
