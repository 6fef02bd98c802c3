// The page world as a whole, in a window of its own: what is captured, when, and what the page notices.
import { expect, test, vi } from "vitest";
import { ASK, OFFER } from "../../src/shared/handshake.js";
import { DEFAULTS, type Settings } from "../../src/shared/settings.js";
import { openCapturedPage, openPage, SCRIPT } from "./bundle.js";

const settings = (changes: Partial<Settings> = {}): Settings => ({ ...DEFAULTS, ...changes });

test.each([true, false])("the two worlds find each other (content script first: %s)", (contentFirst) => {
  const page = openCapturedPage({ contentFirst });
  page.run("console.log('hello', { a: 1 })");
  page.flush();
  expect(page.entries()).toEqual([
    {
      type: "console",
      level: "log",
      ts: expect.stringMatching(/^\d{4}-.*Z$/),
      url: "http://shop.test/cart",
      args: ["hello", { a: 1 }],
      id: expect.any(String),
      _callStack: expect.stringContaining("\n    at "),
    },
  ]);
  expect(page.messages.at(-1)).toEqual({ type: "flushed", id: "f" });
});

test("a page that asks for the channel later gets no answer", () => {
  const page = openCapturedPage();
  const onOffer = vi.fn();
  page.window.document.addEventListener(OFFER, onOffer);
  page.window.document.dispatchEvent(new page.window.Event(ASK));
  expect(onOffer).not.toHaveBeenCalled();
});

test("what happened before the settings came is there, as far as they want it", () => {
  const page = openPage();
  page.run("console.log('early'); console.warn('early warning')");
  page.flush();
  expect(page.entries()).toEqual([]);
  page.send({ type: "settings", settings: settings({ captureLevel: "warnings" }), captured: true });
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([["early warning"]]);
});

test("a level leaves the other methods untouched, and saved references follow it", () => {
  const page = openCapturedPage();
  page.run("saved = console.log");
  page.send({ type: "settings", settings: settings({ captureLevel: "errors" }), captured: true });
  page.run("console.log('no'); saved('no'); console.error('yes')");
  page.send({ type: "settings", settings: settings(), captured: true });
  page.run("saved('again')");
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([["yes"], ["again"]]);
});

test("a site that is switched off is left as without us", () => {
  const page = openPage({
    prepare: (window) => window.eval("natives = { log: console.log, open: XMLHttpRequest.prototype.open }"),
  });
  page.send({ type: "settings", settings: settings(), captured: false });
  page.run("console.log('no'); console.error('no'); console.error('no')");
  page.flush();
  expect(page.entries()).toEqual([]);
  expect(
    page.run(
      "[natives.log === console.log, natives.open === XMLHttpRequest.prototype.open, typeof __gasoline]",
    ),
  ).toEqual([true, true, "undefined"]);
});

test("the same console error again is counted", () => {
  const page = openCapturedPage();
  page.run("for (let i = 0; i < 3; i++) console.error('again', i > 5)");
  page.flush();
  const [first, update] = page.entries();
  expect(page.entries()).toHaveLength(2);
  expect(update).toEqual({
    ...first,
    _aggregatedCount: 3,
    _firstSeen: expect.any(String),
    _lastSeen: expect.any(String),
  });
});

// ERR-01
test("an uncaught exception is recorded with its place and the page's context", () => {
  const page = openCapturedPage();
  page.run("__gasoline.annotate('step', 'pay')");
  page.run(
    "dispatchEvent(new ErrorEvent('error', { message: 'Uncaught TypeError: x', filename: 'http://shop.test/a.js', lineno: 3, colno: 4, error: new TypeError('x') }))",
  );
  page.flush();
  expect(page.entries()).toEqual([
    expect.objectContaining({
      type: "exception",
      level: "error",
      message: "x",
      filename: "http://shop.test/a.js",
      lineno: 3,
      colno: 4,
      stack: expect.stringContaining("TypeError: x"),
      _context: { step: "pay" },
    }),
  ]);
});

test.each([
  ["'text'", "text"],
  ["{ code: 7 }", '{"code":7}'],
  ["null", "Uncaught"],
  ["new Error('')", "Uncaught"],
])("a thrown %s is readable", (thrown, message) => {
  const page = openCapturedPage();
  page.run(`dispatchEvent(new ErrorEvent('error', { message: 'Uncaught', error: ${thrown} }))`);
  page.flush();
  expect(page.entries()[0]).toMatchObject({ type: "exception", message });
});

// PAGE-06
test("settings that come while a page's prototypes are broken switch nothing off", () => {
  const page = openPage();
  page.run("console.log('first')");
  page.run(
    `for (const key of ["logs", "network", "console", "errors", "early"])
      Object.defineProperty(Object.prototype, key, { get: () => "forged", set() {}, configurable: true })`,
  );
  page.send({ type: "settings", settings: settings(), captured: true });
  page.run("console.warn('last')");
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([["first"], ["last"]]);
  expect(page.messages.filter((message) => message.type === "chunks" && message.early)).toEqual([]);
});

// PAGE-06
test("a page that breaks its prototypes does not break the capture", () => {
  const page = openCapturedPage();
  page.run(`
    Object.prototype.toJSON = Array.prototype.toJSON = () => "forged";
    Array.prototype[Symbol.iterator] = Array.prototype.push = () => { throw new Error("theirs") };
    String.prototype.slice = Map.prototype.get = JSON.stringify = Reflect.apply = () => { throw new Error("theirs") };
    Function.prototype.call = Function.prototype.apply = () => { throw new Error("theirs") };
    EventTarget.prototype.dispatchEvent = () => { throw new Error("theirs") };
    Date.now = () => 0;
    console.log("still", { here: [1] });
    console.error(new Error("too"));
  `);
  page.flush();
  expect(page.entries()).toMatchObject([
    { args: ["still", { here: [1] }], ts: expect.not.stringContaining("1970") },
    { args: [{ name: "Error", message: "too" }] },
  ]);
});

test("a proxy whose traps log is not recorded, and logging continues", () => {
  const page = openCapturedPage();
  page.run(
    "console.log(new Proxy({ a: 1 }, { ownKeys(of) { console.log('inner'); return Reflect.ownKeys(of) } }))",
  );
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([[{ a: 1 }]]);
});

test("the channel survives document.open, which erases listeners", () => {
  const page = openCapturedPage();
  page.run("document.open(); document.write('<p>new'); document.close(); console.log('after')");
  page.flush();
  expect(page.entries().map((entry) => entry.args)).toEqual([["after"]]);
});

// PAGE-02
test("the bundle does not touch the console itself", () => {
  expect(SCRIPT).not.toMatch(/console\.(log|warn|error|info|debug)\(/);
});

test("an error that cannot be read does not end the recording", () => {
  const page = openCapturedPage();
  page.run(`
    const unreadable = { get message() { throw 1 }, get stack() { throw 2 } };
    dispatchEvent(new ErrorEvent("error", { message: "Uncaught", error: unreadable }));
    dispatchEvent(new ErrorEvent("error", { message: "Uncaught", error: new Error("next") }));
  `);
  page.flush();
  expect(page.entries()).toMatchObject([
    { message: expect.stringContaining("[Getter]") },
    { message: "next" },
  ]);
});

test("parts load although a page gives every object its own getter, value and options", () => {
  const page = openCapturedPage();
  page.run(
    "Object.assign(Object.prototype, { get: () => 1, value: 2, writable: true, beforeCall: 3, standIn: () => 4 })",
  );
  page.run("new WebSocket('ws://shop.test/live'); console.error(new Error('seen'))");
  page.flush();
  expect(page.entries("websocket_status")).toMatchObject([{ url: "ws://shop.test/live" }]);
  expect(page.entries()).toMatchObject([{ level: "error" }]);
});
