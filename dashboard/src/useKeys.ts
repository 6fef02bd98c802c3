// Keyboard shortcuts: a number, or `g` and a letter, opens a view, `/` focuses the filter, `?` opens the help.
import { useEffect } from "preact/hooks";
import { addressOf } from "./useRoute.js";
import { VIEWS } from "./views/index.js";

const GO_MS = 1_500;
const NEVER = Number.NEGATIVE_INFINITY;

export interface Commands {
  help: () => void;
  pause: () => void;
}

export function useKeys({ help, pause }: Commands): void {
  useEffect(() => {
    let wentAt = NEVER;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isGoing = event.timeStamp - wentAt < GO_MS;
      wentAt = event.key === "g" ? event.timeStamp : NEVER;
      const view = isGoing ? VIEWS.find(({ letter }) => letter === event.key) : VIEWS[Number(event.key) - 1];
      if (view) location.hash = addressOf(view.name);
      else if (event.key === "/") document.querySelector<HTMLInputElement>("[data-filter]")?.focus();
      else if (event.key === "?") help();
      else if (event.key === "p") pause();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [help, pause]);
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  if (key === "Escape") target.blur();
  return target.type === "text" || target.type === "search";
}
