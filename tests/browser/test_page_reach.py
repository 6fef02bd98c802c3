"""What a page can reach of the shipped page.js: none of our objects, whatever it makes us call."""

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from pilot import move_pilot, succeed
from playwright.sync_api import Page
from site_for_tests import Site

from browser import EXTENSION, Browser

# Sloppy functions of the page that natives call while one of our wrappers is on the stack.
WALKERS = """<!doctype html><title>Walkers</title><link rel='icon' href='data:,'><script>
  const reached = {};
  function walk(name, from) {
    const functions = [];
    for (let each = from, steps = 0; each && steps < 20; each = each.caller, steps++) functions.push(each);
    reached[name] = functions.filter((each) => !PAGES.has(each)).map(String);
  }
  const fromGetter = (name) => {
    function read() { walk(name, read); return undefined; }
    PAGES.add(read);
    return Object.defineProperty({}, "method", { get: read, enumerable: true });
  };
  const fromText = (name) => {
    function toText() { walk(name, toText); return "ws://localhost:1/"; }
    PAGES.add(toText);
    return { toString: toText };
  };
  const fromTraps = (name) => {
    function ownKeys() { walk(name, ownKeys); return []; }
    PAGES.add(ownKeys);
    return new Proxy({}, { ownKeys });
  };
  const PAGES = new Set([main]);
  function main() {
    fetch("/echo", fromGetter("fetch"));
    new XMLHttpRequest().open("GET", fromText("open"));
    new WebSocket(fromText("WebSocket")).close();
    console.log(fromTraps("console"));
    function listener() { walk("listener", listener); }
    PAGES.add(listener);
    addEventListener("error", listener, { once: true });
    dispatchEvent(new ErrorEvent("error", { message: "walk" }));
  }
  main();
</script>"""


# PAGE-06
@pytest.mark.usefixtures("captured")
def test_walking_callers_and_arguments_reaches_none_of_our_functions(page: Page, site: Site) -> None:
    page.goto(site.page("/walkers", WALKERS))
    assert page.evaluate("reached") == {"fetch": [], "open": [], "WebSocket": [], "console": [], "listener": []}


# What the parts that come later call of the page: options and headers with bodies on, errors, failed responses.
LATER = """() => new Promise((done) => setTimeout(function later() {
    PAGES.add(later);
    fetch("/echo", { method: "POST", body: "sent", headers: fromTraps("headers") });
    const request = new XMLHttpRequest();
    request.open("POST", "/echo");
    request.setRequestHeader("x-a", fromText("header"));
    request.send("sent");
    console.error(fromTraps("error"));
    dispatchEvent(new ErrorEvent("error", { message: "walk", error: fromTraps("thrown") }));
    fetch("/missing", fromGetter("failing")).then(() => done());
}))"""
RETURNED = "function toJSON() { walk('runner', toJSON); return 1; } PAGES.add(toJSON); fromRunner = { toJSON };"


# PAGE-06
def test_walking_callers_reaches_nothing_of_the_parts_that_come_later(
    page: Page, browser: Browser, captured: Daemon, site: Site
) -> None:
    browser.set_switch("Capture Network Bodies", on=True)
    move_pilot(browser, captured, on=True)
    try:
        page.goto(site.page("/walkers", WALKERS))
        page.evaluate("console.error(new Error('loads the context')); fetch('/missing').then(() => undefined)")
        wait_until(lambda: "_aiContext" in str(captured.call("get_browser_errors")), "the context")
        wait_until(lambda: "/missing" in str(captured.call("get_network_bodies")), "the bodies")
        page.evaluate(LATER)
        page.add_script_tag(content=RETURNED)
        assert succeed(captured, "execute_javascript", script="fromRunner")["result"] == 1
        reached = page.evaluate("reached")
    finally:
        move_pilot(browser, captured, on=False)
        browser.set_switch("Capture Network Bodies", on=False)
    assert {"headers", "header", "failing", "runner"} <= set(reached)
    assert {name: functions for name, functions in reached.items() if functions} == {}


# Setters and getters for everything that code might assign to or read from a fresh array or object.
TRAPS = """<!doctype html><title>Traps</title><link rel='icon' href='data:,'><script>
  const ran = [];
  let armed = false;
  const names = [...Array(30).keys(), "type", "detail", "bubbles", "capture", "once", "buffered", "signal"];
  for (const prototype of [Array.prototype, Object.prototype]) {
    for (const name of names) {
      Object.defineProperty(prototype, name, {
        __proto__: null,
        configurable: true,
        get() { if (isWatched()) ran.push(`get ${name}`); return undefined; },
        set(value) {
          if (isWatched()) ran.push(`set ${name}`);
          const property = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
          Object.defineProperty(this, name, property);
        },
      });
    }
  }
  Error.stackTraceLimit = 50;
  // A call of the page that we wrap, or our code that nothing of the page has called: a timer, an answer, a flush.
  function isWatched() {
    const frames = new Error().stack.split("\\n").slice(3);
    const isIn = (part) => frames.some((frame) => frame.includes(part));
    return armed || (isIn("gasoline") && !isIn(location.origin));
  }
  const watched = (task) => { armed = true; try { return task(); } finally { armed = false; } };
</script>"""
ACTIONS = """async (url) => {
  const socket = watched(() => new WebSocket(url));
  await new Promise((done) => { socket.onopen = done; });
  watched(() => socket.send("trapped message"));
  await new Promise((done) => { socket.onmessage = done; });
  watched(() => console.log("trapped log", [1, { a: [2] }], new Map([[1, 2]])));
  watched(() => console.error(new Error("trapped error")));
  const response = watched(() => fetch("/echo?trapped"));
  await response;
  setTimeout(() => { throw new Error("trapped exception"); });
  await new Promise((done) => setTimeout(done));
  return ran;
}"""


def test_setters_and_getters_on_the_pages_prototypes_never_run_because_of_us(
    page: Page, bare_browser: Browser, captured: Daemon, site: Site, echo: EchoServer
) -> None:
    url = site.page("/traps", TRAPS)
    page.goto(url)
    bare = bare_browser.open(url)
    address = f"{echo.url}/?trapped"
    expected = bare.evaluate(ACTIONS, address)
    assert page.evaluate(ACTIONS, address) == expected
    bare.close()
    assert "trapped log" in str(captured.call("get_browser_logs"))
    assert "trapped exception" in str(captured.call("get_browser_errors"))
    assert "/echo?trapped" in str(captured.call("get_network_requests"))
    connections = captured.call("get_websocket_status")["connections"]
    (socket,) = [connection for connection in connections if connection["url"] == address]
    assert socket["messageRate"]["outgoing"]["total"] == 1
    assert page.evaluate("ran") == expected


SPECIES = """async () => {
  let made = 0;
  class Theirs extends Promise {
    constructor(run) { super(run); made++; }
  }
  const native = Promise.prototype.constructor;
  Promise.prototype.constructor = Theirs;
  let promise;
  try {
    promise = fetch("/echo?species");
  } finally {
    Promise.prototype.constructor = native;
  }
  await promise;
  return [made, Object.getPrototypeOf(promise) === native.prototype, Object.getOwnPropertyNames(promise)];
}"""


def test_a_promise_class_of_the_page_makes_none_of_our_promises(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/species", "<!doctype html><title>Species</title><link rel='icon' href='data:,'>"))
    assert page.evaluate(SPECIES) == [0, True, []]
    assert "/echo?species" in str(captured.call("get_network_requests"))


@pytest.mark.parametrize(
    "script",
    [
        "page",
        "context",
        "bodies",
        "failures",
        "websockets",
        "traces",
        "content",
        "probes",
        "worker",
        "popup",
        "options",
    ],
)
def test_shipped_scripts_are_strict(script: str) -> None:
    assert (EXTENSION / f"{script}.js").read_text().startswith('"use strict";')


SLOPPY_CHARS = 1_500


def test_the_runner_leaves_sloppy_mode_behind_what_needs_it() -> None:
    # A script chooses its own mode, so the function that compiles it must be sloppy; the rest is not.
    runner = (EXTENSION / "runner.js").read_text()
    assert runner.startswith("function gasolineRunner(")
    assert runner.index('"use strict";') < SLOPPY_CHARS


# Parsed in every frame of every page. It may shrink, and must not grow: what a page needs later comes later.
PAGE_BYTES = 50_000


def test_the_script_of_every_frame_stays_small() -> None:
    assert (EXTENSION / "page.js").stat().st_size <= PAGE_BYTES
