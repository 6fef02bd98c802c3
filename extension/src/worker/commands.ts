// Handles requests of popup and options; every answer is the resulting state.
import type { FromPopup, PopupState } from "../shared/messages.js";
import { captureAllSites, captureSite } from "./captureSites.js";
import type { Delivery } from "./delivery/delivery.js";
import { popupState, type StateParts } from "./popupState.js";
import { saveSession } from "./saveSession.js";
import type { ServerLink } from "./server/serverLink.js";

export interface CommandParts extends StateParts {
  link: ServerLink;
  delivery: Delivery;
  /** The popup shows a tab whose page let the previous worker sleep. */
  wakePagesOnce: () => void;
}

/** Content scripts use ports; only our own pages may send these commands. */
export function isOwnPage(sender: chrome.runtime.MessageSender): boolean {
  return sender.id === chrome.runtime.id && (sender.url ?? "").startsWith(chrome.runtime.getURL(""));
}

export async function command(parts: CommandParts, message: FromPopup): Promise<PopupState> {
  // Chrome refused it; the resulting state shows that it was not done.
  await perform(parts, message).catch(() => undefined);
  const saved = message.type === "saveSession" ? { saved: await saveSession(parts.server) } : {};
  return { ...(await popupState(parts, "tabId" in message ? message.tabId : undefined)), ...saved };
}

async function perform(parts: CommandParts, message: FromPopup): Promise<void> {
  switch (message.type) {
    case "getState":
      parts.link.nudge();
      return parts.wakePagesOnce();
    case "setAiWebPilotEnabled":
      return parts.pilot.set(message.enabled);
    case "captureSite":
      return captureSite(parts.preferences, message.origin, message.capture);
    case "captureAllSites":
      return captureAllSites(parts.preferences, message.capture);
    case "clearLogs":
      return clearLogs(parts);
    case "trustServer":
      return trustServer(parts);
    case "nameServer":
      return nameServer(parts, message.url);
    case "saveSession":
      return;
    default:
      return message satisfies never;
  }
}

async function clearLogs({ server, delivery, drops, errorCounts }: CommandParts): Promise<void> {
  delivery.discard();
  drops.clear();
  errorCounts.clear();
  if (!server.verified) return;
  // A failure shows as the connection state, which the answer carries.
  await server.request("/logs", { method: "DELETE" }).catch(() => undefined);
}

async function trustServer({ server, link, preferences }: CommandParts): Promise<void> {
  await server.forgetKey();
  server.trustFor(preferences.current.serverUrl);
  await link.restart(preferences.current.serverUrl);
}

/** The address itself comes by the storage; it may be the one that is set already. */
function nameServer({ server, link }: CommandParts, url: string): void {
  server.trustFor(url);
  link.nudge();
}
