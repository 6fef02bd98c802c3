// The badge on the toolbar icon: the tab's errors, "AI" while the pilot is on, or "!" if the server is unreachable.
import type { Connection } from "../shared/messages.js";

const BADGE_ERRORS = 999; // more are shown as a plus

const ERROR_COLOR = "#c5221f";
const OFFLINE_COLOR = "#5f6368";
const PILOT_COLOR = "#8430ce";

export interface Badge {
  text: string;
  title: string;
  color: string;
}

/** `isMarkHidden`: the tab's page takes the pilot's mark away again and again. */
export interface PilotShown {
  enabled: boolean;
  isMarkHidden: boolean;
}

export function badgeOf(connection: Connection, errors: number, pilot: PilotShown): Badge {
  switch (connection.state) {
    case "unreachable":
      return { text: "!", title: "Gasoline: can’t reach the server", color: OFFLINE_COLOR };
    case "unpaired":
      return { text: "!", title: "Gasoline: not paired; open to connect", color: OFFLINE_COLOR };
    case "different_server":
      return { text: "!", title: "Gasoline: unrecognized server; click to decide", color: OFFLINE_COLOR };
    case "connected":
    case "connecting":
      return pilot.enabled ? pilotBadge(countBadge(errors), pilot) : countBadge(errors);
    default:
      return connection satisfies never;
  }
}

/** Errors are still counted; the color shows that an assistant may act. */
function pilotBadge({ text, title }: Badge, { isMarkHidden }: PilotShown): Badge {
  if (!isMarkHidden) return { text: text || "AI", title: `${title}; AI Web Pilot is on`, color: PILOT_COLOR };
  return {
    text: "AI!",
    title: `${title}; AI Web Pilot is on, and this page hides its mark`,
    color: PILOT_COLOR,
  };
}

function countBadge(errors: number): Badge {
  if (errors === 0) return { text: "", title: "Gasoline: no errors on this page", color: ERROR_COLOR };
  const text = errors > BADGE_ERRORS ? `${BADGE_ERRORS}+` : String(errors);
  const title = errors === 1 ? "Gasoline: 1 error on this page" : `Gasoline: ${errors} errors on this page`;
  return { text, title, color: ERROR_COLOR };
}

/** For one tab, or without a tab for all tabs without their own badge. */
export async function showBadge({ text, title, color }: Badge, tabId?: number): Promise<void> {
  const where = tabId === undefined ? {} : { tabId };
  try {
    await Promise.all([
      chrome.action.setBadgeText({ ...where, text }),
      chrome.action.setTitle({ ...where, title }),
      chrome.action.setBadgeBackgroundColor({ ...where, color: color }),
    ]);
  } catch {
    // The tab was closed meanwhile.
  }
}
