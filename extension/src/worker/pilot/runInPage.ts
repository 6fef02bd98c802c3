// Brings a program into the page's world: by userScripts where the person allows it, else the page world compiles it.
import { PAGE_CONNECTED_MS } from "../../generated/limits.js";
import type { RunOutcome, RunReply } from "../../shared/run.js";
import { Failure } from "../failure.js";
import { injectInto } from "../inject.js";
import { type Page, type Pages, say } from "../pages.js";
import { asFunctionBody, asScript, type Program, unguessable } from "./program.js";

export type Way = "script" | "function";

/** What came back; `gone` is a page that was left meanwhile. */
export type Ran = { way: Way; outcome: RunOutcome } | { way: Way; gone: true };

/** userScripts come first: they obey no policy of the page and so cause no report of one. */
export async function runInPage(page: Page, program: Program): Promise<Ran> {
  const way = mayUserScript() ? "script" : "function";
  const said = await (way === "script" ? asUserScript(page, program) : asFunction(page, program));
  return said?.type === "ran" ? { way, outcome: said.outcome } : { way, gone: true };
}

/** Ends a script that is still running. */
export function stopInPage(page: Page, { id }: Program): void {
  say(page, { type: "stop", id });
}

/** The frame's content script; one that sleeps, as in a tab of the background after the worker went away, is woken. */
export async function connectedPage(pages: Pages, tabId: number, frameId: number): Promise<Page> {
  const here = pages.find((page) => page.tabId === tabId && page.frameId === frameId);
  if (here !== undefined) return here;
  const documentId = await wake(tabId, frameId);
  // A page that was rendered in advance connected as another frame.
  const page = await pages.waitFor((woken) => woken.documentId === documentId, PAGE_CONNECTED_MS);
  if (page !== undefined) return page;
  throw new Failure(
    "page_not_ready",
    `The page in tab ${tabId} has not let Gasoline in yet.`,
    "It is loading or hangs. Ask again; if that does not help, reload it.",
  );
}

async function wake(tabId: number, frameId: number): Promise<string | undefined> {
  const target = { tabId, frameIds: [frameId] };
  const [frame] = await chrome.scripting.executeScript({ target, injectImmediately: true, func: wakeRelay });
  if (frame?.result !== true) await injectInto(tabId);
  return frame?.documentId;
}

/** Runs in the content script's world. */
function wakeRelay(): boolean {
  const { gasolineRelay: relay } = globalThis as { gasolineRelay?: { wake: () => void } };
  relay?.wake();
  return relay !== undefined;
}

async function asFunction(page: Page, program: Program): Promise<RunReply | null> {
  const { id, timeoutMs, guard } = program;
  const ran = replyTo(page, id);
  say(page, { type: "run", id, timeoutMs, guard, body: asFunctionBody(program) });
  return ran;
}

async function asUserScript(page: Page, program: Program): Promise<RunReply | null> {
  const { id, timeoutMs } = program;
  const secret = unguessable();
  const expecting = replyTo(page, id);
  say(page, { type: "expect", id, timeoutMs, secret });
  const said = await expecting;
  if (said?.type !== "expecting") return said;
  const ran = replyTo(page, id);
  const [frame] = await chrome.userScripts.execute({
    target: { tabId: page.tabId, documentIds: [page.documentId] },
    js: [{ code: asScript(program, said.gate, secret) }],
    world: "MAIN",
    injectImmediately: true,
  });
  // The gate did not see it: the document was left.
  if (frame?.result !== true) page.scripts.get(id)?.(null);
  return ran;
}

/** The next thing that the page says about a script. */
function replyTo(page: Page, id: string): Promise<RunReply | null> {
  return new Promise((resolve) => {
    page.scripts.set(id, (reply) => {
      page.scripts.delete(id);
      resolve(reply);
    });
  });
}

/** The object is there only while "Allow User Scripts" is on, and its `execute` since Chrome 135. */
function mayUserScript(): boolean {
  try {
    return typeof chrome.userScripts?.execute === "function";
  } catch {
    return false;
  }
}
