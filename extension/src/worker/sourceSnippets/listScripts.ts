// The addresses of a page's scripts; of the page itself, not of its frames.
import { askProbe } from "../askProbe.js";
import type { Page } from "../pages.js";

export async function listScripts({ tabId, isTop }: Pick<Page, "tabId" | "isTop">): Promise<string[]> {
  try {
    return isTop ? await askProbe(tabId, "scripts", {}) : [];
  } catch {
    // The page is gone, or may not be touched.
    return [];
  }
}
