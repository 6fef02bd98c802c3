// Runs a program in the page world: through userScripts if the user allows it, otherwise compiled by the runner.
import { areUserScriptsAllowed, runUserScript } from "#platform/worker/userScripts.js";
import type { RunOrder, RunOutcome } from "../../shared/pilotRun.js";
import { deferred } from "../deferred.js";
import { injectInto } from "../inject.js";
import { type Page, type Pages, sendToPage } from "../pages.js";
import { Failure } from "../tabs/failure.js";
import { asScript, asText, type Program } from "./program.js";

const PAGE_CONNECTED_MS = 1_000; // how long a script waits for a page that is just connecting

/** Defined by runner.js; `code` is the script if the order has no text. */
declare const gasolineRunner: (order: RunOrder, code?: unknown) => Promise<RunOutcome> | RunOutcome;

/** A page that was left while its script ran. */
export const GONE: unique symbol = Symbol("gone");

/** What came back. */
export type Ran = RunOutcome | typeof GONE;

/** userScripts come first: they obey no policy of the page and so cause no report of one. */
export async function runInPage(page: Page, program: Program): Promise<Ran> {
  const { id } = program;
  const { promise: gone, resolve: leave } = deferred<typeof GONE>();
  const left = () => leave(GONE);
  page.whenGone.add(left);
  // The content script ends the script if this worker goes away.
  sendToPage(page, { type: "scriptBegins", id });
  try {
    const outcome = await Promise.race([gone, inject(page, program)]);
    // The browser has no result of a document that went away meanwhile.
    return (outcome as RunOutcome | null | undefined) ?? GONE;
  } finally {
    page.whenGone.delete(left);
    sendToPage(page, { type: "scriptEnded", id });
  }
}

/** Ends a script that is still running. */
export function stopInPage(page: Page, { id }: Program): void {
  sendToPage(page, { type: "stopScript", id });
}

export function notReady(): Failure {
  return new Failure(
    "page_not_ready",
    "Gasoline is not connected to the page yet.",
    "The page is loading or frozen. Ask again; if that does not help, reload it.",
  );
}

/** The frame's content script; one that sleeps, as in a tab of the background after the worker went away, is woken. */
export async function connectedPage(pages: Pages, tabId: number, frameId: number): Promise<Page> {
  const here = pages.find((page) => page.tabId === tabId && page.frameId === frameId);
  if (here !== undefined) return here;
  const documentId = await wake(tabId, frameId);
  // A page that was rendered in advance connected as another frame.
  const page = await pages.waitFor((woken) => woken.documentId === documentId, PAGE_CONNECTED_MS);
  if (page !== undefined) return page;
  throw notReady();
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

/** In the page's world; the value comes back by the browser, past everything that a page can reach. */
async function inject({ tabId, documentId }: Page, program: Program): Promise<unknown> {
  const { id, timeoutMs } = program;
  if (areUserScriptsAllowed()) {
    return runUserScript(
      tabId,
      documentId,
      asScript(program, String(gasolineRunner), { id, timeoutMs, text: undefined }),
    );
  }
  const order: RunOrder = { id, timeoutMs, text: asText(program) };
  const [frame] = await chrome.scripting.executeScript({
    target: { tabId, documentIds: [documentId] },
    world: "MAIN",
    injectImmediately: true,
    func: gasolineRunner,
    args: [order],
  });
  return frame?.result;
}
