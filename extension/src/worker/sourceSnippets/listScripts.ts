// The scripts that a page has loaded; of the page itself, not of its frames.
import type { ScriptList } from "../../shared/probes.js";
import { askProbe } from "../askProbe.js";
import type { Page } from "../pages.js";

export async function listScripts({ tabId, isTop }: Pick<Page, "tabId" | "isTop">): Promise<ScriptList> {
  try {
    return isTop ? await askProbe(tabId, "scripts", {}) : [];
  } catch {
    // The page is gone, or may not be touched.
    return [];
  }
}
