// The recent AI Web Pilot commands: time, client, command and result.
import type { PilotCommand } from "../shared/messages.js";
import { byId } from "../ui/ask.js";

let shown = "";

/** Updates only on changes: a rebuilt list would lose its scroll position. */
export function showCommands(commands: PilotCommand[]): void {
  const now = JSON.stringify(commands);
  if (now === shown) return;
  shown = now;
  byId("pilot-commands").hidden = commands.length === 0;
  const list = byId("pilot-command-list");
  // The list scrolls, so it must be focusable for keyboard users.
  list.tabIndex = 0;
  list.replaceChildren(...commands.map(itemOf));
}

function itemOf({ time, client, tool, command, result }: PilotCommand): HTMLElement {
  const item = document.createElement("li");
  const words = document.createElement("code");
  words.textContent = command;
  words.title = command;
  const at = new Date(time).toLocaleTimeString("en", { hour12: false });
  item.append(`${at} ${client || "an assistant"}: ${tool.replaceAll("_", " ")}, ${result}`, words);
  return item;
}
