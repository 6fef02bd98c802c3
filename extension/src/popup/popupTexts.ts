// The popup's messages: connection state, advice, and dropped events.
import { PAIRING_LIMIT } from "#platform/browser.js";
import type { Connection, Dropped, PopupState } from "../shared/messages.js";

export interface ConnectionText {
  headline: string;
  advice: string;
}

export function connectionText(connection: Connection, serverUrl: string): ConnectionText {
  const host = serverUrl.replace(/^https?:\/\//, "");
  switch (connection.state) {
    case "connected":
      return { headline: "Connected", advice: `Gasoline ${connection.version} at ${host}` };
    case "connecting":
      return { headline: "Connecting…", advice: `Looking for Gasoline at ${host}` };
    case "unreachable":
      return {
        headline: "Can’t reach the server",
        advice: `No response from ${host}. Start your AI client, or run gasoline serve.`,
      };
    case "unpaired":
      return {
        headline: "Not paired",
        advice: `To connect to the server at ${host}, run this in a terminal${PAIRING_LIMIT}:`,
      };
    case "different_server":
      return {
        headline: "Unrecognized server",
        advice: `A different server than the paired one responds at ${host}. No data is sent to it.`,
      };
    default:
      return connection satisfies never;
  }
}

/**
 * What a person runs to connect this browser; null where there is nothing to run. Every shell has `echo` built in, so
 * that the code is not an argument of any program: all users of the machine can read those.
 */
export function pairCommand(connection: Connection): string | null {
  return connection.state === "unpaired" ? `echo ${connection.code} | gasoline pair -` : null;
}

/** Readable names of the drop reasons; an unknown reason is shown by its own name. */
const BOUNDS: Record<string, string> = {
  worker_queue: "waiting too long for the server",
  rejected_by_server: "rejected by the server",
};

export function droppedText(dropped: Dropped): string {
  return Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .map(([bound, count]) => `${count} ${BOUNDS[bound] ?? bound.replaceAll("_", " ")}`)
    .join(", ");
}

export function siteText(site: PopupState["site"]): string {
  return site === null ? "This page cannot be captured" : site.origin;
}
