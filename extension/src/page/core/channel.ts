// The page world's end of the channel to the content script.
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../../shared/handshake.js";
import type { Chunk, Dropped, FromPage, ToPage } from "../../shared/messages.js";
import {
  createComment,
  dispatch,
  eventDetail,
  keys,
  listenTo,
  NativeCustomEvent,
  NativeMouseEvent,
  parse,
  stopListening,
  stringify,
} from "./natives.js";

export interface Channel {
  send: (message: FromPage) => void;
  /** Whether the other end is listening. */
  isHeard: () => boolean;
  /** From now on messages may come, the first one within this call. */
  open: (onMessage: (message: ToPage) => void) => void;
}

export function createChannel(): Channel {
  // A node of no document: neither `document.open()` nor a page whose built-ins are its own finds it.
  const node = createComment(document, "");
  let isTaken = false;
  const options = { __proto__: null, relatedTarget: node } as MouseEventInit;
  const offer = () => void dispatch(document, new NativeMouseEvent(OFFER, options));
  return {
    isHeard: () => isTaken,
    send: (message) =>
      void dispatch(
        node,
        new NativeCustomEvent(TO_CONTENT, {
          __proto__: null,
          detail: encodeMessage(message),
        } as CustomEventInit),
      ),
    open: (onMessage) => {
      listenTo(node, TO_PAGE, (event) => onMessage(parse(eventDetail(event) as string) as ToPage));
      // Once the content script has the node, a page that asks gets no answer.
      listenTo(node, TAKEN, () => {
        isTaken = true;
        stopListening(document, ASK, offer);
      });
      listenTo(document, ASK, offer);
      offer();
    },
  };
}

/** Encodes by hand, because a page may give Object.prototype or Array.prototype a toJSON. */
function encodeMessage(message: FromPage): string {
  switch (message.type) {
    case "chunks":
      return `{"type":"chunks","chunks":${encodeChunks(message.chunks)},"dropped":${encodeDropped(message.dropped)}${message.early ? ',"early":true' : ""}}${eventLines(message.chunks)}`;
    case "flushed":
      return `{"type":"flushed","id":${stringify(message.id)}}`;
    case "part":
      return `{"type":"part","name":"${message.name}","key":"${message.key}"}`;
    default:
      return message satisfies never;
  }
}

function encodeChunks(chunks: readonly Chunk[]): string {
  let json = "";
  for (let i = 0; i < chunks.length; i++) {
    const { stream, count, errors } = chunks[i] as Chunk;
    json += `${json && ","}{"stream":"${stream}","count":${count},"errors":${errors}}`;
  }
  return `[${json}]`;
}

/** A line for each chunk. Events are JSON text on one line already: within another one each quote would be escaped. */
function eventLines(chunks: readonly Chunk[]): string {
  let lines = "";
  for (let i = 0; i < chunks.length; i++) lines += `\n${(chunks[i] as Chunk).events}`;
  return lines;
}

function encodeDropped(dropped: Dropped): string {
  let json = "";
  const names = keys(dropped);
  for (let i = 0; i < names.length; i++) {
    json += `${json && ","}${stringify(names[i])}:${dropped[names[i] as string]}`;
  }
  return `{${json}}`;
}
