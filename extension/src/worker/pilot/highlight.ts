// The command `highlight`: the probe draws a frame around an element of the page.
import type { Query } from "../../generated/wire.js";
import type { HighlightAnswer, HighlightParams } from "../../shared/probes.js";
import type { Settings } from "../../shared/settings.js";
import { askProbe } from "../askProbe.js";
import { capturedTab } from "../capturedTab.js";

export async function highlight(
  query: Query,
  settings: Settings,
  signal: AbortSignal,
): Promise<HighlightAnswer> {
  const tab = await capturedTab(query, settings);
  signal.throwIfAborted();
  return askProbe(tab.id, "highlight", query.params as unknown as HighlightParams);
}
