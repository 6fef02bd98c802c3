// Runs the page world's bundle in a window of its own and plays the content script.
import { build } from "esbuild";
import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom";
import { decodeFromPage } from "../../src/content/channel.js";
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../../src/shared/handshake.js";
import type { FromPage, ToPage } from "../../src/shared/messages.js";
import { DEFAULTS } from "../../src/shared/settings.js";

const built = await build({
  entryPoints: [new URL("../../src/page/index.ts", import.meta.url).pathname],
  bundle: true,
  write: false,
  format: "iife",
  target: "chrome120",
});
const [file] = built.outputFiles;
export const SCRIPT = file?.text ?? "";

export type Entry = Record<string, unknown>;

export interface Page {
  window: DOMWindow;
  /** In the page, as one of its own scripts. */
  run: (code: string) => unknown;
  /** Everything that was handed over, by stream. */
  entries: (stream?: string) => Entry[];
  send: (message: ToPage) => void;
  flush: () => void;
  messages: FromPage[];
}

export function openPage({ prepare = (_: DOMWindow) => {}, contentFirst = false } = {}): Page {
  const dom = new JSDOM("<!doctype html><body></body>", {
    url: "http://shop.test/cart",
    runScripts: "outside-only",
    virtualConsole: new VirtualConsole(),
  });
  const { window } = dom;
  Object.assign(window, {
    Response,
    Request,
    Headers,
    ReadableStream,
    ReadableStreamDefaultReader,
    ReadableStreamBYOBReader,
    TextDecoder,
    TextEncoder,
  });
  prepare(window);
  // As in the content script's own world: a page that patches it does not reach us.
  const { dispatchEvent } = window.EventTarget.prototype;
  const messages: FromPage[] = [];
  let node: EventTarget | null = null;
  const ask = () => {
    window.document.addEventListener(OFFER, (event) => {
      if (node !== null) return;
      node = (event as MouseEvent).relatedTarget;
      node?.addEventListener(TO_CONTENT, (message) =>
        messages.push(decodeFromPage((message as CustomEvent).detail)),
      );
      node?.dispatchEvent(new window.Event(TAKEN));
    });
    window.document.dispatchEvent(new window.Event(ASK));
  };
  if (contentFirst) ask();
  window.eval(SCRIPT);
  if (!contentFirst) ask();
  const send = (message: ToPage) => {
    const event = new window.CustomEvent(TO_PAGE, { detail: JSON.stringify(message) });
    if (node) Reflect.apply(dispatchEvent, node, [event]);
  };
  return {
    window,
    messages,
    send,
    run: (code) => window.eval(code),
    flush: () => send({ type: "flush", id: "f" }),
    entries: (stream = "logs") =>
      messages.flatMap((message) =>
        message.type === "chunks"
          ? message.chunks
              .filter((chunk) => chunk.stream === stream)
              .flatMap((chunk) => JSON.parse(`[${chunk.events}]`) as Entry[])
          : [],
      ),
  };
}

/** A page that is captured with the default settings. */
export function openCapturedPage(options: Parameters<typeof openPage>[0] = {}): Page {
  const page = openPage(options);
  page.send({
    type: "settings",
    settings: { ...DEFAULTS, disabledSites: [], capturedSites: [] },
    captured: true,
  });
  return page;
}
