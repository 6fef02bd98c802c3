// The page world's end of the channel to the content script.
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../shared/handshake.js";
import type { FromPage, ToPage } from "../shared/messages.js";
import {
  dispatch,
  eventDetail,
  listenTo,
  NativeCustomEvent,
  NativeMouseEvent,
  parse,
  stopListening,
  stringify,
} from "./natives.js";

/** Returns how to send. Nothing is listened to on the document once the content script has the node. */
export function openChannel(onMessage: (message: ToPage) => void): (message: FromPage) => void {
  const node = document.createComment("");
  const offer = () => void dispatch(document, new NativeMouseEvent(OFFER, { relatedTarget: node }));
  listenTo(node, TO_PAGE, (event) => onMessage(parse(eventDetail(event) as string) as ToPage));
  listenTo(node, TAKEN, () => stopListening(document, ASK, offer));
  listenTo(document, ASK, offer);
  offer();
  return (message) => {
    dispatch(node, new NativeCustomEvent(TO_CONTENT, { detail: stringify(message) }));
  };
}
