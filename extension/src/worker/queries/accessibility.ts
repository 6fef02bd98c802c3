// Handles the question `accessibility`: injects axe-core on first use, only into the isolated world.
import type { Query } from "../../generated/wire.js";
import type { AuditParams, AuditReport } from "../../shared/probeTypes.js";
import type { Settings } from "../../shared/settings.js";
import { within } from "../../shared/within.js";
import type { ReportProgress } from "../reportProgress.js";
import { askProbe } from "../tabs/askProbe.js";
import { capturedTab } from "../tabs/capturedTab.js";
import { explain } from "../tabs/failure.js";

const AUDIT_FRAMES_WAIT_MS = 2_000; // until every frame has said whether it has axe-core; one may hang

interface Asked extends Omit<AuditParams, "auditId"> {
  /** URLs for which the server has a cached report. */
  freshUrls: string[];
}

/** Without a report, the server's cached report of that URL is valid. */
interface Audited {
  url: string;
  report?: AuditReport;
}

export async function accessibility(
  query: Query,
  settings: Settings,
  reportProgress: ReportProgress,
  signal: AbortSignal,
): Promise<Audited> {
  const { freshUrls, ...params } = query.params as unknown as Asked;
  const { id, url } = await capturedTab(query, settings);
  if (freshUrls.includes(url)) return { url };
  return { url, report: await audit(id, { ...params, auditId: query.id }, reportProgress, signal) };
}

async function audit(
  tabId: number,
  params: AuditParams,
  reportProgress: ReportProgress,
  signal: AbortSignal,
): Promise<AuditReport> {
  try {
    const frameIds = await framesWithoutAxe(tabId);
    await Promise.all(frameIds.map((frameId) => injectAxe(tabId, frameId)));
  } catch (error) {
    throw explain(tabId, error);
  }
  signal.throwIfAborted();
  reportProgress("loaded");
  // If the page cannot be asked to stop, the audit runs to its end, and its result is dropped.
  const stop = () => void askProbe(tabId, "stopAudit", params.auditId).catch(() => undefined);
  signal.addEventListener("abort", stop);
  const report = await askProbe(tabId, "accessibility", params);
  reportProgress("audited");
  return report;
}

const PAGE_ITSELF = 0;

/** The page and its same-origin frames. Chrome answers when all frames have, and one of another site may hang: then it
 * is the page alone. */
async function framesWithoutAxe(tabId: number): Promise<number[]> {
  const target = { tabId, allFrames: true };
  const asked = chrome.scripting.executeScript({ target, injectImmediately: true, func: lacksAxe });
  const lacking = asked.then((frames) => frames.filter(({ result }) => result).map(({ frameId }) => frameId));
  return (await within(lacking, AUDIT_FRAMES_WAIT_MS)) ?? [PAGE_ITSELF];
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

/** Runs in each frame, so it cannot use anything else in this file. */
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
  // An element of the page may have that id, and thus this global name.
  return typeof axe?.runPartial !== "function";
}
