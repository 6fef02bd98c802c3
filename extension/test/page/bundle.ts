// Runs the page world's bundle in a window of its own and plays the content script.
import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom";
import { TARGETS } from "../../buildTargets.mjs";
import { bundlePage, bundlePart, PARTS, type PartName } from "../../pageBundle.mjs";
import { readFromPage } from "../../src/content/fromPage.js";
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../../src/shared/handshake.js";
import type { FromPage, PartRequest, ToPage } from "../../src/shared/messages.js";
import { DEFAULTS } from "../../src/shared/settings.js";

/** As it is shipped, but for the last step, which only makes it shorter. */
export const { text: SCRIPT } = await bundlePage(TARGETS.chromium);

const textOf = async (name: PartName) => (await bundlePart(name)).text;
const TEXTS: Record<PartName, string> = {
  context: await textOf("context"),
  bodies: await textOf("bodies"),
  failures: await textOf("failures"),
  websockets: await textOf("websockets"),
  traces: await textOf("traces"),
};

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
  /** As the worker injects the part that the page asked for. */
  inject: (request: PartRequest) => void;
}

/** `injectsParts`: whether parts come at once when the page asks for them. */
export function openPage({
  prepare = (_: DOMWindow) => {},
  contentFirst = false,
  injectsParts = true,
} = {}): Page {
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
  const inject = ({ name, key }: PartRequest) =>
    void window.eval(`(() => { ${TEXTS[name]}; ${PARTS[name].functionName}("${key}"); })()`);
  let node: EventTarget | null = null;
  const ask = () => {
    window.document.addEventListener(OFFER, (event) => {
      if (node !== null) return;
      node = (event as MouseEvent).relatedTarget;
      node?.addEventListener(TO_CONTENT, (event) => {
        const message = readFromPage((event as CustomEvent).detail);
        if (message === null) throw new Error("The content script does not understand the page's world.");
        messages.push(message);
        if (message.type === "part" && injectsParts) inject(message);
      });
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
    inject,
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
