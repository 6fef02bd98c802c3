// Sends requests to the worker, and finds elements that the page's HTML must contain.
import type { FromPopup, PopupState } from "../shared/messages.js";

export function askWorker(message: FromPopup): Promise<PopupState> {
  return chrome.runtime.sendMessage<FromPopup, PopupState>(message);
}

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element as E;
}
