// The command `highlight`: the probe draws a frame around an element of the page.
import type { Query } from "../../generated/wire.js";
import { HIGHLIGHTER_ID } from "../../shared/pilotStorage.js";
import type { HighlightAnswer, HighlightParams } from "../../shared/probeTypes.js";
import type { Settings } from "../../shared/settings.js";
import { askProbe } from "../tabs/askProbe.js";
import { capturedTab } from "../tabs/capturedTab.js";

export async function highlight(
  query: Query,
  settings: Settings,
  signal: AbortSignal,
): Promise<HighlightAnswer> {
  const tab = await capturedTab(query, settings);
  signal.throwIfAborted();
  const answer = await askProbe(tab.id, "highlight", query.params as unknown as HighlightParams);
  // Drawn after the content scripts were notified that the switch is off.
  if (signal.aborted) await takeDown(tab.id);
  return answer;
}

async function takeDown(tabId: number): Promise<void> {
  const target = { tabId, allFrames: true };
  await chrome.scripting.executeScript({ target, func: removeById, args: [HIGHLIGHTER_ID] });
}

/** Runs in the page: it sees its argument only. */
function removeById(id: string): void {
  const { document } = globalThis as unknown as {
    document: { getElementById: (id: string) => Removable | null };
  };
  document.getElementById(id)?.remove();
}

interface Removable {
  remove: () => void;
}
