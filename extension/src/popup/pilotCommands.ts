// What AI Web Pilot was asked lately: when, by whom, what, and how it ended.
import type { PilotCommand } from "../shared/messages.js";
import { byId } from "../ui/ask.js";

let shown = "";

/** Only what changed: a list that is made anew loses where it was scrolled to. */
export function showCommands(commands: PilotCommand[]): void {
  const now = JSON.stringify(commands);
  if (now === shown) return;
  shown = now;
  byId("pilot-commands").hidden = commands.length === 0;
  const list = byId("pilot-command-list");
  // It scrolls, and a keyboard reaches only what can have the focus.
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
