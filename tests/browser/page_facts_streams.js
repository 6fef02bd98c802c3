// Collects what a page can observe of bodies, pipes, aborted requests and sockets; part of page_facts.js.

/** How a page may read a body, rightly and wrongly; of known and of unknown length. */
async function bodyFacts(url) {
  const facts = {};
  const used = await fetch(url);
  facts.isNew = [used.bodyUsed, used.body === used.body, used.body.locked];
  await used.text();
  facts.readTwice = await attemptLater(() => used.json());
  facts.cloneUsed = attempt(() => used.clone());
  facts.noJson = await attemptLater(async () => (await fetch(url)).json());
  facts.badThis = await attemptLater(() => Response.prototype.text.call({}));
  facts.badClone = attempt(() => Response.prototype.clone.call({}));
  const locked = await fetch(url);
  const reader = locked.body.getReader();
  facts.lockedText = await attemptLater(() => locked.text());
  facts.lockedReader = attempt(() => locked.body.getReader());
  const first = await reader.read();
  facts.piece = [Object.keys(first), first.done, first.value.constructor === Uint8Array, first.value.length > 0];
  facts.cancelled = await attemptLater(() => reader.cancel("enough"));
  facts.afterCancel = await attemptLater(async () => JSON.stringify(await reader.read()));
  facts.closed = await attemptLater(() => reader.closed);
  const piped = await fetch(url);
  facts.piped = (await new Response(piped.body.pipeThrough(new TransformStream())).text()).length;
  facts.pipedUsed = [piped.bodyUsed, piped.body.locked];
  const [left, right] = (await fetch(url)).body.tee();
  facts.teed = (await new Response(left).text()) === (await new Response(right).text());
  let size = 0;
  for await (const bytes of (await fetch(url)).body) size += bytes.length;
  facts.iterated = size;
  facts.bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
  const blob = await (await fetch(url)).blob();
  facts.blob = [blob.size, blob.type, blob instanceof Blob];
  facts.request = await (await fetch(new Request("/echo", { method: "POST", body: "x" }))).text();
  const sent = new Request("/echo", { method: "POST", body: "x" });
  await fetch(sent);
  facts.requestUsed = [sent.bodyUsed, await attemptLater(() => sent.text()), await attemptLater(() => fetch(sent))];
  return facts;
}

/** How a page may pipe a body on, rightly and wrongly. */
async function pipeFacts(url) {
  const facts = {};
  const body = async () => (await fetch(url)).body;
  const failing = () => new WritableStream({ write: () => Promise.reject(new RangeError("mine")) });
  const collecting = (into) => new WritableStream({ write: (bytes) => void into.push(bytes.length) });
  const decoded = (await body()).pipeThrough(new TextDecoderStream());
  const reader = decoded.getReader();
  const first = await reader.read();
  facts.decoded = [typeof first.value, first.value.length > 0];
  await reader.cancel("enough");
  const sizes = [];
  const whole = await fetch(url);
  facts.pipedTo = String(await whole.body.pipeTo(collecting(sizes)));
  facts.size = sizes.reduce((sum, size) => sum + size, 0);
  facts.after = [whole.bodyUsed, whole.body.locked, await attemptLater(() => whole.text())];
  const transform = new TransformStream();
  const result = (await body()).pipeThrough(transform);
  facts.same = result === transform.readable;
  await result.cancel();
  facts.sinkFails = await attemptLater(async () => (await body()).pipeTo(failing()));
  const kept = await body();
  facts.keeps = await attemptLater(() => kept.pipeTo(failing(), { preventCancel: true }));
  facts.keptLocked = kept.locked;
  await kept.cancel();
  const locked = new WritableStream();
  locked.getWriter();
  const free = await body();
  facts.lockedSink = await attemptLater(() => free.pipeTo(locked));
  facts.lockedTransform = attempt(() => free.pipeThrough({ readable: new ReadableStream(), writable: locked }));
  facts.noSink = await attemptLater(() => free.pipeTo());
  facts.noTransform = attempt(() => free.pipeThrough());
  facts.stillFree = [free.locked, (await new Response(free).text()).length];
  facts.badThis = [
    await attemptLater(() => ReadableStream.prototype.pipeTo.call({}, new WritableStream())),
    attempt(() => ReadableStream.prototype.pipeThrough.call({}, new TransformStream())),
    attempt(() => ReadableStream.prototype.tee.call({})),
  ];
  const stop = new AbortController();
  const { body: endless } = await fetch("/stream/0?pause=0.02", { signal: stop.signal });
  const reading = attemptLater(async () => {
    for await (const text of endless.pipeThrough(new TextDecoderStream())) if (text) stop.abort();
  });
  facts.aborted = await reading;
  facts.unhandled = await unhandledFacts(async () => void (await body()).pipeTo(failing()), true);
  return facts;
}

async function abortFacts(url, read) {
  const stop = new AbortController();
  const response = await fetch(url, { signal: stop.signal });
  const reading = attemptLater(() => read(response));
  stop.abort();
  return [await reading, response.bodyUsed];
}

const BAD_SOCKETS = {
  noArguments: () => new WebSocket(),
  badUrl: () => new WebSocket("http://["),
  badScheme: () => new WebSocket("mailto:x"),
  fragment: () => new WebSocket("ws://localhost:1/#x"),
  badProtocol: () => new WebSocket("ws://localhost:1/", "a b"),
  sameProtocols: () => new WebSocket("ws://localhost:1/", ["a", "a"]),
  symbol: () => new WebSocket(Symbol("x")),
  withoutNew: () => WebSocket("ws://localhost:1/"),
  call: () => WebSocket.call({}, "ws://localhost:1/"),
  construct: () => Reflect.construct(WebSocket, ["http://["], class Theirs {}),
  noTarget: () => Reflect.construct(WebSocket, ["ws://localhost:1/"], 5),
  throwingUrl: () =>
    new WebSocket({
      toString() {
        throw new RangeError("mine");
      },
    }),
  sendEarly: () => new WebSocket("ws://localhost:1/").send("x"),
  sendNothing: () => new WebSocket("ws://localhost:1/").send(),
  badThis: () => WebSocket.prototype.send.call({}, "x"),
  badBinaryType: () => {
    const socket = new WebSocket("ws://localhost:1/");
    socket.binaryType = "nonsense";
    return socket.binaryType;
  },
  subclass: () => {
    class Mine extends WebSocket {
      constructor(url) {
        super(url);
      }
    }
    return new Mine("http://[");
  },
};

function socketFacts() {
  class Mine extends WebSocket {
    constructor(...args) {
      super(...args);
      this.target = new.target === Mine;
    }
    get url() {
      return "mine";
    }
  }
  const plain = new WebSocket("ws://localhost:1/", ["a", "b"]);
  const mine = new Mine(new URL("ws://localhost:1/"));
  const built = Reflect.construct(WebSocket, ["ws://localhost:1/"], Mine);
  const foreign = Reflect.construct(WebSocket, ["ws://localhost:1/"], Date);
  return {
    statics: [WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED],
    parent: Object.getPrototypeOf(WebSocket) === EventTarget,
    constructor: plain.constructor === WebSocket && WebSocket.prototype.constructor === WebSocket,
    keys: Object.keys(plain),
    tag: String(plain),
    state: [plain.readyState, plain.url, plain.protocol, plain.extensions, plain.bufferedAmount, plain.binaryType],
    handlers: [plain.onopen, plain.onmessage, plain.onerror, plain.onclose],
    instances: [plain, mine, built, foreign].map((one) => [
      one instanceof WebSocket,
      one instanceof Mine,
      one instanceof EventTarget,
      Object.getPrototypeOf(one) === Mine.prototype,
      Object.getPrototypeOf(one) === Date.prototype,
    ]),
    mine: [mine.target, mine.url, mine.constructor === Mine, Object.getPrototypeOf(Mine) === WebSocket, Mine.OPEN],
  };
}

/** Listeners of all kinds on a socket that opens, gets an echo and closes. */
async function socketOrder() {
  const seen = [];
  const socket = new WebSocket(ECHO_URL, "chat");
  for (const type of ["open", "message", "error", "close"]) {
    socket.addEventListener(type, (event) => seen.push(["first", type, event.eventPhase, event.isTrusted]));
    socket[`on${type}`] = (event) => seen.push(["handler", type, event.target === socket, event.currentTarget === socket]);
    socket.addEventListener(type, () => seen.push(["capture", type]), true);
    socket.addEventListener(type, () => queueMicrotask(() => seen.push(["microtask", type])), { once: true });
  }
  socket.binaryType = "arraybuffer";
  const next = (type) => new Promise((done) => socket.addEventListener(type, done, { once: true }));
  await next("open");
  seen.push([socket.protocol, socket.readyState, String(socket.send("text"))]);
  seen.push((await next("message")).data);
  socket.send(new Uint8Array([1, 2, 3]));
  const { data } = await next("message");
  seen.push([data instanceof ArrayBuffer, data.byteLength, structuredClone(data, { transfer: [data] }).byteLength]);
  socket.binaryType = "blob";
  socket.send(new Blob(["blob"]));
  seen.push(await (await next("message")).data.text());
  let reads = 0;
  socket.send("stop");
  await new Promise((done) => {
    const stop = (event) => done(++reads && event.stopImmediatePropagation());
    socket.addEventListener("message", stop, { capture: true, once: true });
  });
  socket.close(3001, "done");
  const { code, reason, wasClean } = await next("close");
  return [seen, reads, code, reason, wasClean];
}
