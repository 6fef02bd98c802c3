// The question `accessibility`: axe-core is injected when it is first needed, into the isolated world only.
import type { Query } from "../generated/wire.js";
import type { AuditParams, AuditReport } from "../shared/probes.js";
import type { Settings } from "../shared/settings.js";
import { askProbe } from "./askProbe.js";
import { capturedTab } from "./capturedTab.js";
import { explain, Failure } from "./failure.js";

interface Asked extends AuditParams {
  /** Addresses of which the server has a fresh report. */
  freshUrls: string[];
}

/** Without a report, the server's own of that address is fresh. */
interface Audited {
  url: string;
  report?: AuditReport;
}

export async function accessibility(query: Query, settings: Settings): Promise<Audited> {
  const { freshUrls, ...params } = query.params as unknown as Asked;
  const { id, url } = await capturedTab(query, settings);
  return freshUrls.includes(url) ? { url } : { url, report: await audit(id, params) };
}

async function audit(tabId: number, params: AuditParams): Promise<AuditReport> {
  try {
    return await askProbe(tabId, "accessibility", params);
  } catch (error) {
    if (!(error instanceof Failure && error.code === "axe_missing")) throw error;
  }
  await injectAxe(tabId);
  return askProbe(tabId, "accessibility", params);
}

async function injectAxe(tabId: number): Promise<void> {
  try {
    await chrome.scripting.executeScript({
      target: { tabId },
      files: ["axe.min.js"],
      injectImmediately: true,
    });
  } catch (error) {
    throw explain(tabId, error);
  }
}
