// Collects what a page can observe of the functions that recorders wrap; the same with and without the extension.
const iterators = Object.getPrototypeOf(new ReadableStream().values());
const WRAPPED = {
  "console.log": () => [console, "log"],
  "console.warn": () => [console, "warn"],
  "console.error": () => [console, "error"],
  "console.info": () => [console, "info"],
  "console.debug": () => [console, "debug"],
  fetch: () => [window, "fetch"],
  "XHR.open": () => [XMLHttpRequest.prototype, "open"],
  "XHR.send": () => [XMLHttpRequest.prototype, "send"],
  "XHR.setRequestHeader": () => [XMLHttpRequest.prototype, "setRequestHeader"],
  "Response.text": () => [Response.prototype, "text"],
  "Response.json": () => [Response.prototype, "json"],
  "Response.blob": () => [Response.prototype, "blob"],
  "Response.clone": () => [Response.prototype, "clone"],
  "ReadableStream.getReader": () => [ReadableStream.prototype, "getReader"],
  "ReadableStream.pipeThrough": () => [ReadableStream.prototype, "pipeThrough"],
  "ReadableStream.pipeTo": () => [ReadableStream.prototype, "pipeTo"],
  "ReadableStream.tee": () => [ReadableStream.prototype, "tee"],
  "ReadableStream.values": () => [ReadableStream.prototype, "values"],
  "ReadableStream.asyncIterator": () => [ReadableStream.prototype, Symbol.asyncIterator],
  "Reader.read": () => [ReadableStreamDefaultReader.prototype, "read"],
  "Reader.cancel": () => [ReadableStreamDefaultReader.prototype, "cancel"],
  WebSocket: () => [window, "WebSocket"],
  "WebSocket.constructor": () => [WebSocket.prototype, "constructor"],
  "Function.toString": () => [Function.prototype, "toString"],
  alert: () => [window, "alert"],
  confirm: () => [window, "confirm"],
  prompt: () => [window, "prompt"],
  "WebSocket.send": () => [WebSocket.prototype, "send"],
  "Response.arrayBuffer": () => [Response.prototype, "arrayBuffer"],
  "Response.bytes": () => [Response.prototype, "bytes"],
  "Response.formData": () => [Response.prototype, "formData"],
  "Request.json": () => [Request.prototype, "json"],
  "BYOBReader.read": () => [ReadableStreamBYOBReader.prototype, "read"],
  "BYOBReader.cancel": () => [ReadableStreamBYOBReader.prototype, "cancel"],
  "Iterator.next": () => [iterators, "next"],
  "Iterator.return": () => [iterators, "return"],
  sendBeacon: () => [Navigator.prototype, "sendBeacon"],
  EventSource: () => [window, "EventSource"],
  Worker: () => [window, "Worker"],
  SharedWorker: () => [window, "SharedWorker"],
  "ServiceWorker.register": () => [ServiceWorkerContainer.prototype, "register"],
};

function shape(owner, name) {
  const value = owner[name];
  // First: Firefox makes name and length when they are read, so that another order would be that of the lines below.
  const keys = Reflect.ownKeys(value).map(String);
  const { value: _, ...descriptor } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  return {
    descriptor,
    name: value.name,
    length: value.length,
    text: Function.prototype.toString.call(value),
    texts: [String(value), value.toString(), `${value}`, value + "", value.toString === Function.prototype.toString],
    ownToString: Object.hasOwn(value, "toString"),
    keys,
    isFunction: value instanceof Function,
    prototype: "prototype" in value,
    tag: Object.prototype.toString.call(value),
    constructable: attempt(() => Reflect.construct(Object, [], value) && "constructable"),
  };
}

// Line numbers of the page's own script stay; the port of the test's site does not matter.
const clean = (stack) => String(stack).replaceAll(location.origin, "ORIGIN");

function attempt(task) {
  try {
    return { value: String(task()) };
  } catch (error) {
    return { name: error.name, message: error.message, type: error.constructor?.name, stack: clean(error.stack) };
  }
}

async function attemptLater(task) {
  try {
    return { value: String(await task()) };
  } catch (error) {
    return {
      name: error.name,
      message: error.message,
      type: error.constructor?.name,
      stack: clean(error.stack),
      sameRealm: error instanceof Error,
    };
  }
}

function xhrFacts(url, prepare = () => {}) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    const events = [];
    for (const type of ["loadstart", "readystatechange", "load", "error", "abort", "timeout", "loadend"]) {
      request.addEventListener(type, () => events.push(type));
    }
    request.addEventListener("loadend", () =>
      setTimeout(() =>
        done({ events, status: request.status, keys: Object.keys(request), handler: String(request.onload) }),
      ),
    );
    request.open("GET", url);
    prepare(request);
    request.send();
  });
}

async function order() {
  const steps = [];
  const response = fetch("/echo").then(() => steps.push("fetched"));
  steps.push("after call");
  queueMicrotask(() => steps.push("microtask"));
  console.log("x");
  await response;
  return steps;
}

async function rejectionFacts() {
  const seen = [];
  const listener = (event) => {
    seen.push([event.reason?.message, event.defaultPrevented]);
    event.preventDefault();
  };
  window.addEventListener("unhandledrejection", listener);
  Promise.reject(new Error("facts"));
  await new Promise((done) => setTimeout(done, 20));
  window.removeEventListener("unhandledrejection", listener);
  return seen;
}

/** `isExpected`: the event comes when the network has answered; without it nothing is to come. */
async function unhandledFacts(task, isExpected) {
  const seen = [];
  const listener = (event) => {
    seen.push(event.reason?.message);
    event.preventDefault();
  };
  window.addEventListener("unhandledrejection", listener);
  await task();
  if (isExpected) await new Promise((done) => window.addEventListener("unhandledrejection", done, { once: true }));
  else await new Promise((done) => setTimeout(done, 50));
  window.removeEventListener("unhandledrejection", listener);
  return seen;
}

async function errorFacts() {
  const seen = [];
  window.onerror = (message, _source, line, column, error) => {
    seen.push(["onerror", message, line, column, clean(error?.stack)]);
    return true;
  };
  window.addEventListener("error", (event) => seen.push(["listener", event.message, event.defaultPrevented]), {
    once: true,
  });
  setTimeout(() => {
    throw new TypeError("facts");
  });
  await new Promise((done) => setTimeout(done, 20));
  window.onerror = null;
  return seen;
}

async function responseFacts() {
  const response = await fetch("/status/500", { method: "POST", body: "x" });
  const copy = response.clone();
  const before = response.bodyUsed;
  const text = await response.text();
  return [
    response instanceof Response,
    Object.keys(response),
    response.status,
    before,
    response.bodyUsed,
    text,
    await copy.text(),
    response.url.replace(location.origin, ""),
  ];
}

/** How often looking at a value ran the page's own code. */
function gettersRun() {
  let runs = 0;
  const count = () => ++runs;
  class Fault extends Error {
    get message() {
      return `${count()}`;
    }
  }
  class Tagged {
    get [Symbol.toStringTag]() {
      return `${count()}`;
    }
  }
  const getter = (object, key) => Object.defineProperty(object, key, { get: count, enumerable: true });
  console.log(getter({}, "a"), getter([0], 0), getter(new Map(), "size"), getter(/x/, "source"));
  console.log(new Tagged(), getter(new Date(0), "getTime"));
  console.error(getter(new Error("x"), "cause"), getter(new Error("x"), "name"), new Fault());
  return runs;
}

async function collectFacts() {
  const facts = {};
  for (const [name, find] of Object.entries(WRAPPED)) facts[name] = shape(...find());
  const globals = new Set(Object.keys(window));
  globals.delete("collectFacts");
  facts.globals = [...globals].sort();
  facts.consoleKeys = Object.keys(console);
  // Our frame is taken out of these stacks, and one that is full would end one frame earlier.
  Error.stackTraceLimit = 30;
  facts.badText = [];
  for (const value of [{}, null, 1]) facts.badText.push(attempt(() => Function.prototype.toString.call(value)));
  facts.newText = attempt(() => new Function.prototype.toString());
  Error.stackTraceLimit = 10;
  facts.pageTexts = [class A {}, () => 1, function f() {}, fetch.bind(), new Proxy(fetch, {})].map(String);
  facts.returned = String(console.log());
  facts.detached = attempt(() => (0, console.log)());
  facts.fetchNoArguments = await attemptLater(() => fetch());
  facts.fetchBadUrl = await attemptLater(() => fetch("http://"));
  facts.fetchBadMethod = await attemptLater(() => fetch("/", { method: "TRACE" }));
  facts.fetchBadThis = await attemptLater(() => fetch.call({}, "/echo"));
  facts.fetchNetworkFailure = await attemptLater(() => fetch("/reset"));
  facts.fetchAborted = await attemptLater(() => fetch("/echo", { signal: AbortSignal.abort() }));
  facts.xhrBadOpen = attempt(() => new XMLHttpRequest().open("GET", "http://"));
  facts.xhrBadMethod = attempt(() => new XMLHttpRequest().open("T R", "/"));
  facts.xhrNoArguments = attempt(() => new XMLHttpRequest().open());
  facts.xhrSendEarly = attempt(() => new XMLHttpRequest().send());
  facts.xhrBadThis = attempt(() => XMLHttpRequest.prototype.open.call({}, "GET", "/"));
  facts.xhrGood = await xhrFacts("/echo");
  facts.xhrBad = await xhrFacts("/status/500");
  facts.xhrBroken = await xhrFacts("/reset");
  facts.subclass = attempt(() => {
    class Mine extends XMLHttpRequest {}
    return new Mine() instanceof XMLHttpRequest;
  });
  facts.badSockets = {};
  for (const [name, task] of Object.entries(BAD_SOCKETS)) facts.badSockets[name] = attempt(task);
  facts.sockets = socketFacts();
  facts.socketOrder = await socketOrder();
  facts.order = await order();
  facts.rejections = await rejectionFacts();
  facts.errors = await errorFacts();
  facts.response = await responseFacts();
  facts.gettersRun = gettersRun();
  facts.known = await bodyFacts("/bytes/100");
  facts.unknown = await bodyFacts("/stream/10");
  facts.pipedKnown = await pipeFacts("/bytes/100");
  facts.pipedUnknown = await pipeFacts("/stream/10");
  facts.iteratorName = ReadableStream.prototype.values === ReadableStream.prototype[Symbol.asyncIterator];
  facts.abortedText = await abortFacts("/stream/0?pause=0.02", (response) => response.text());
  facts.abortedKnown = await abortFacts("/bytes/1000000", (response) => response.text());
  facts.abortedRead = await abortFacts("/stream/0?pause=0.02", async (response) => {
    const reader = response.body.getReader();
    for (;;) await reader.read();
  });
  facts.unhandled = await unhandledFacts(() => fetch("/bytes/3").then((response) => void response.json()));
  facts.badHeader = attempt(() => new XMLHttpRequest().setRequestHeader("a", "b"));
  facts.throwingGetter = attempt(() =>
    console.log({
      get x() {
        throw new Error("mine");
      },
    }),
  );
  facts.resourceEntries = performance.getEntriesByType("resource").map((entry) => entry.initiatorType);
  facts.frames = window.length;
  facts.documentAttributes = document.documentElement.getAttributeNames();
  facts.scripts = document.scripts.length;
  return facts;
}
