// The question `accessibility`: axe-core is injected when it is first needed, into the isolated world only.
import { AUDIT_FRAMES_WAIT_MS } from "../generated/limits.js";
import type { Query } from "../generated/wire.js";
import type { AuditParams, AuditReport } from "../shared/probes.js";
import type { Settings } from "../shared/settings.js";
import { askProbe } from "./askProbe.js";
import { capturedTab } from "./capturedTab.js";
import { deferred } from "./deferred.js";
import { explain } from "./failure.js";
import type { Tell } from "./tell.js";

interface Asked extends AuditParams {
  /** Addresses of which the server has a fresh report. */
  freshUrls: string[];
}

/** Without a report, the server's own of that address is fresh. */
interface Audited {
  url: string;
  report?: AuditReport;
}

export async function accessibility(query: Query, settings: Settings, tell: Tell): Promise<Audited> {
  const { freshUrls, ...params } = query.params as unknown as Asked;
  const { id, url } = await capturedTab(query, settings);
  return freshUrls.includes(url) ? { url } : { url, report: await audit(id, params, tell) };
}

async function audit(tabId: number, params: AuditParams, tell: Tell): Promise<AuditReport> {
  try {
    const frameIds = await framesWithoutAxe(tabId);
    await Promise.all(frameIds.map((frameId) => injectAxe(tabId, frameId)));
  } catch (error) {
    throw explain(tabId, error);
  }
  tell("loaded");
  const report = await askProbe(tabId, "accessibility", params);
  tell("audited");
  return report;
}

const PAGE_ITSELF = 0;

/** The page and its same-origin frames. Chrome answers when all frames have, and one of another site may hang: then it
 * is the page alone. */
async function framesWithoutAxe(tabId: number): Promise<number[]> {
  const late = deferred<number[]>();
  const timer = setTimeout(() => late.resolve([PAGE_ITSELF]), AUDIT_FRAMES_WAIT_MS);
  const target = { tabId, allFrames: true };
  const asked = chrome.scripting.executeScript({ target, injectImmediately: true, func: lacksAxe });
  const lacking = asked.then((frames) => frames.filter(({ result }) => result).map(({ frameId }) => frameId));
  try {
    return await Promise.race([lacking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function injectAxe(tabId: number, frameId: number): Promise<void> {
  const target = { tabId, frameIds: [frameId] };
  try {
    await chrome.scripting.executeScript({ target, files: ["axe.min.js"], injectImmediately: true });
  } catch (error) {
    // A frame may have gone meanwhile; it is said to be left out if it has not.
    if (frameId === PAGE_ITSELF) throw error;
  }
}

/** Runs in each frame: it sees nothing else of this file. */
function lacksAxe(): boolean {
  const { top, axe } = globalThis as {
    top?: { document: unknown };
    axe?: { runPartial?: unknown };
  };
  try {
    // Throws where the page is of another origin; such a frame is not audited.
    void top?.document;
  } catch {
    return false;
  }
  // An element of the page with that id has the name, too.
  return typeof axe?.runPartial !== "function";
}
