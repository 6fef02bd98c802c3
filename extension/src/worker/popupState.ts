// The popup's state for its tab.
import type { PopupState } from "../shared/messages.js";
import { isCapturable, isCapturedSite, isOwnServer } from "../shared/sites.js";
import type { DropCounts } from "./delivery/dropCounts.js";
import type { Queue } from "./delivery/queue.js";
import type { ErrorCounts } from "./errorCounts.js";
import type { Pages } from "./pages.js";
import type { CommandHistory } from "./pilot/commandHistory.js";
import type { PilotSwitch } from "./pilot/pilotSwitch.js";
import type { Preferences } from "./preferences.js";
import type { Server } from "./server/server.js";
import { isSeen, recentCapturableTab, type SeenTab } from "./tabs/chooseTab.js";

export interface StateParts {
  server: Server;
  preferences: Preferences;
  pilot: PilotSwitch;
  journal: CommandHistory;
  pages: Pages;
  queue: Queue;
  drops: DropCounts;
  errorCounts: ErrorCounts;
}

export async function popupState(parts: StateParts, tabId?: number): Promise<PopupState> {
  const tab = tabId === undefined ? await recentCapturableTab() : await seenTab(tabId);
  return {
    connection: parts.server.connection,
    serverUrl: parts.preferences.current.serverUrl,
    pilot: parts.pilot.enabled,
    hidesMark: tab !== undefined && parts.pilot.enabled && parts.pages.hidesMark(tab.id),
    pilotCommands: parts.journal.commands,
    tabId: tab?.id ?? null,
    site: siteOf(parts, tab),
    errors: tab !== undefined && parts.pages.hasTop(tab.id) ? parts.errorCounts.of(tab.id) : 0,
    queued: parts.queue.events,
    dropped: parts.drops.total,
  };
}

function siteOf({ preferences }: StateParts, tab: SeenTab | undefined): PopupState["site"] {
  if (tab === undefined || !isCapturable(tab.url)) return null;
  if (isOwnServer(tab.url, preferences.current.serverUrl)) return null;
  const captured = isCapturedSite(tab.url, preferences.current);
  return { origin: new URL(tab.url).origin, capturable: true, captured };
}

async function seenTab(tabId: number): Promise<SeenTab | undefined> {
  const tab = await chrome.tabs.get(tabId).catch(() => undefined);
  return tab !== undefined && isSeen(tab) ? tab : undefined;
}
