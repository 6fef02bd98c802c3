// The mark on the toolbar icon: errors of the tab, "AI" while the pilot is on, or "!" when the server is not reachable.
import { BADGE_ERRORS } from "../generated/limits.js";
import type { Connection } from "../shared/messages.js";

const ERROR_COLOUR = "#c5221f";
const OFFLINE_COLOUR = "#5f6368";
const PILOT_COLOUR = "#8430ce";

export interface Badge {
  text: string;
  title: string;
  colour: string;
}

export function badgeOf(connection: Connection, errors: number, pilot: boolean): Badge {
  switch (connection.state) {
    case "unreachable":
      return { text: "!", title: "Gasoline: the server is not reachable", colour: OFFLINE_COLOUR };
    case "different_server":
      return { text: "!", title: "Gasoline: another server answers; open to decide", colour: OFFLINE_COLOUR };
    case "connected":
    case "connecting":
      return pilot ? pilotBadge(countBadge(errors)) : countBadge(errors);
    default:
      return connection satisfies never;
  }
}

/** Errors are still counted; the colour says that an assistant may act. */
function pilotBadge({ text, title }: Badge): Badge {
  return { text: text || "AI", title: `${title}; AI Web Pilot is on`, colour: PILOT_COLOUR };
}

function countBadge(errors: number): Badge {
  if (errors === 0) return { text: "", title: "Gasoline: no errors on this page", colour: ERROR_COLOUR };
  const text = errors > BADGE_ERRORS ? `${BADGE_ERRORS}+` : String(errors);
  const title = errors === 1 ? "Gasoline: 1 error on this page" : `Gasoline: ${errors} errors on this page`;
  return { text, title, colour: ERROR_COLOUR };
}

/** For one tab, or without one for all that have no badge of their own. */
export async function showBadge({ text, title, colour }: Badge, tabId?: number): Promise<void> {
  const where = tabId === undefined ? {} : { tabId };
  try {
    await Promise.all([
      chrome.action.setBadgeText({ ...where, text }),
      chrome.action.setTitle({ ...where, title }),
      chrome.action.setBadgeBackgroundColor({ ...where, color: colour }),
    ]);
  } catch {
    // The tab was closed meanwhile.
  }
}
