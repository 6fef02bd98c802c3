// What popup and options ask of the worker; every answer is the state afterwards.
import type { FromPopup, PopupState } from "../shared/messages.js";
import type { Delivery } from "./delivery.js";
import type { Link } from "./link.js";
import { popupState, type StateParts } from "./popupState.js";
import { captureAllSites, captureSite } from "./sites.js";

export interface CommandParts extends StateParts {
  link: Link;
  delivery: Delivery;
  /** Somebody looks at a tab whose page let this worker's predecessor sleep. */
  wakePagesOnce: () => void;
}

/** Content scripts speak over ports: only our own pages may command. */
export function isOwnPage(sender: chrome.runtime.MessageSender): boolean {
  return sender.id === chrome.runtime.id && (sender.url ?? "").startsWith(chrome.runtime.getURL(""));
}

export async function command(parts: CommandParts, message: FromPopup): Promise<PopupState> {
  // Chrome refused it: the state that follows shows that it was not done.
  await perform(parts, message).catch(() => undefined);
  return popupState(parts, "tabId" in message ? message.tabId : undefined);
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
  await server.forgetToken();
  await link.restart(preferences.current.serverUrl);
}
