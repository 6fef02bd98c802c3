// Makes a window that this page can reach before its document is there, patches it, and waits for the private node.
window.stolen = { node: null, seen: [], scripts: [] };

function patch(target) {
  const { prototype } = target.EventTarget;
  const { dispatchEvent, addEventListener } = prototype;
  prototype.dispatchEvent = function (event) {
    if (event.type === "gasoline:offer") stolen.node = event.relatedTarget;
    stolen.seen.push(String(event.detail ?? event.type));
    return dispatchEvent.call(this, event);
  };
  prototype.addEventListener = function (type, listener, options) {
    if (this.nodeType === 8) stolen.node = this;
    return addEventListener.call(this, type, listener, options);
  };
  // A script that gets here is read and answered.
  const spy = (...args) => {
    stolen.scripts.push(args.map(String).join());
    return async () => "forged";
  };
  const { eval: genuine } = target;
  let reads = 0;
  Object.defineProperty(target, "eval", { configurable: true, get: () => (reads++ === 0 ? genuine : spy) });
  Reflect.defineProperty(target, "__gasolineNatives", { configurable: true, get: () => ({ natives: { nativeEval: spy } }) });
}

const MAKERS = {
  "iframe with src": () => framed((frame) => (frame.src = "/inner")),
  "blob frame": () =>
    framed((frame) => (frame.src = URL.createObjectURL(new Blob(["<h1>Inner</h1>"], { type: "text/html" })))),
  "javascript: frame": () => framed((frame) => (frame.src = "javascript:'<h1>Inner</h1>'")),
  "srcdoc frame": () => framed((frame) => (frame.srcdoc = "<h1>Inner</h1>")),
  "about:blank frame that navigates": () => {
    const frame = framed(() => {});
    frame.src = "/inner";
    return frame;
  },
  "window.open": () => {
    window.opened = open("/inner");
    patch(opened);
  },
  "window.open that hides its opener": () => {
    window.opened = open("/inner");
    patch(opened);
    opened.opener = null;
  },
  "iframe of a page that changes its domain": () => {
    framed((frame) => (frame.src = "/inner"));
    document.domain = document.domain;
  },
};

function framed(prepare) {
  const frame = document.createElement("iframe");
  frame.id = "inner";
  prepare(frame);
  document.body.append(frame);
  patch(frame.contentWindow);
  return frame;
}

/** Says something as the page's world, on the stolen node. */
function say(head, ...lines) {
  stolen.node?.dispatchEvent(new CustomEvent("content", { detail: [JSON.stringify(head), ...lines].join("\n") }));
}

function sayChunk(stream, event, more = {}, message = {}) {
  const chunk = { stream, count: 1, errors: 0, ...more };
  say({ type: "chunks", chunks: [chunk], dropped: {}, ...message }, JSON.stringify(event));
}
