// The popup's sentences: how we stand with the server and what to do, what was lost.
import type { Connection, Dropped, PopupState } from "../shared/messages.js";

export interface ConnectionWords {
  headline: string;
  advice: string;
}

export function connectionWords(connection: Connection, serverUrl: string): ConnectionWords {
  const host = serverUrl.replace(/^https?:\/\//, "");
  switch (connection.state) {
    case "connected":
      return { headline: "Connected", advice: `Gasoline ${connection.version} at ${host}` };
    case "connecting":
      return { headline: "Connecting…", advice: `Looking for Gasoline at ${host}` };
    case "unreachable":
      return { headline: "Server not reachable", advice: reachAdvice(connection.reason, host) };
    case "different_server":
      return {
        headline: "A different server answers",
        advice: `The server at ${host} is not the one this browser was paired with. Nothing is sent to it.`,
      };
    default:
      return connection satisfies never;
  }
}

function reachAdvice(reason: string, host: string): string {
  if (reason.includes("gasoline pair"))
    return "The server takes new browsers only after gasoline pair: run it now.";
  return `Nothing answers at ${host}. Start your AI client or run gasoline serve.`;
}

/** What the bounds mean to a person; an unknown one shows its own name. */
const BOUNDS: Record<string, string> = {
  worker_queue: "waited too long for the server",
  rejected_by_server: "not accepted by the server",
};

export function droppedWords(dropped: Dropped): string {
  return Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .map(([bound, count]) => `${count} ${BOUNDS[bound] ?? bound.replaceAll("_", " ")}`)
    .join(", ");
}

export function siteWords(site: PopupState["site"]): string {
  return site === null ? "This page cannot be captured" : site.origin;
}
