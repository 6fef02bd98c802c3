// Brings a program into the page's world: by userScripts where the person allows it, else by `new Function`.
import { SCRIPT_ERROR_CHARS, SCRIPT_STACK_CHARS } from "../../generated/limits.js";
import type { RunOutcome } from "../../shared/run.js";
import type { Program } from "./program.js";

export type Way = "script" | "function";

/** What came back; `blocked` is the page's policy, `gone` a page that was left meanwhile. */
export type Ran =
  | { way: Way; outcome: RunOutcome }
  | { way: Way; blocked: string }
  | { way: Way; gone: true };

export interface Place {
  tabId: number;
  frameId: number;
}

/** userScripts come first: they obey no policy of the page and so cause no report of one. */
export async function runInPage(place: Place, program: Program): Promise<Ran> {
  const target = { tabId: place.tabId, frameIds: [place.frameId] };
  if (mayUserScript()) {
    const [frame] = await chrome.userScripts.execute({
      target,
      js: [{ code: program.asScript }],
      world: "MAIN",
      injectImmediately: true,
    });
    return ranAs("script", frame?.result);
  }
  const [frame] = await chrome.scripting.executeScript({
    target,
    world: "MAIN",
    injectImmediately: true,
    func: callText,
    args: [program.asFunctionBody],
  });
  return ranAs("function", frame?.result);
}

/** Ends a script that is still running. */
export async function stopInPage({ tabId, frameId }: Place, stopEvent: string): Promise<void> {
  await chrome.scripting.executeScript({
    target: { tabId, frameIds: [frameId] },
    world: "MAIN",
    injectImmediately: true,
    func: sayStop,
    args: [stopEvent],
  });
}

/** Runs in the page: it sees its argument only. */
function sayStop(name: string): void {
  const { document } = globalThis as unknown as { document: EventTarget };
  document.dispatchEvent(new Event(name));
}

/** The object is there only while "Allow User Scripts" is on, and its `execute` since Chrome 135. */
function mayUserScript(): boolean {
  try {
    return typeof chrome.userScripts?.execute === "function";
  } catch {
    return false;
  }
}

/** The page's world wrote it, so its shape is not taken for granted. */
function ranAs(way: Way, result: unknown): Ran {
  if (typeof result !== "object" || result === null) return { way, gone: true };
  if ("blocked" in result) return { way, blocked: words(result.blocked, SCRIPT_ERROR_CHARS) };
  const { kind, json, error, stack } = result as Record<string, unknown>;
  if (kind === "timeout" || kind === "stopped") return { way, outcome: { kind } };
  if (kind === "returned" && typeof json === "string") return { way, outcome: { kind, json } };
  return {
    way,
    outcome: {
      kind: "thrown",
      error: words(error, SCRIPT_ERROR_CHARS),
      stack: words(stack, SCRIPT_STACK_CHARS),
    },
  };
}

/** The runner sends text, and has cut it; a page that answers in its place need not. */
function words(said: unknown, chars: number): string {
  return typeof said === "string" ? said.slice(0, chars) : "";
}

/** Runs in the page: it sees its argument only. */
function callText(body: string): unknown {
  let call: () => unknown;
  try {
    call = new Function(body) as () => unknown;
  } catch (error) {
    return { blocked: String(error) };
  }
  return call();
}
