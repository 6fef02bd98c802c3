"""What a page can reach of the shipped page.js: nothing of ours, whatever it makes us call."""

import pytest
from daemon import Daemon
from echo_server import EchoServer
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
def test_walking_callers_and_arguments_reaches_nothing_of_ours(page: Page, site: Site) -> None:
    page.goto(site.page("/walkers", WALKERS))
    assert page.evaluate("reached") == {"fetch": [], "open": [], "WebSocket": [], "console": [], "listener": []}


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
        get() { if (armed) ran.push(`get ${name}`); return undefined; },
        set(value) {
          if (armed) ran.push(`set ${name}`);
          const property = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
          Object.defineProperty(this, name, property);
        },
      });
    }
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
    assert page.evaluate(ACTIONS, address) == bare.evaluate(ACTIONS, address)
    bare.close()
    assert "trapped log" in str(captured.call("get_browser_logs"))
    assert "trapped exception" in str(captured.call("get_browser_errors"))
    assert "/echo?trapped" in str(captured.call("get_network_requests"))
    connections = captured.call("get_websocket_status")["connections"]
    (socket,) = [connection for connection in connections if connection["url"] == address]
    assert socket["messageRate"]["outgoing"]["total"] == 1


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
    "script", ["page", "context", "bodies", "websockets", "content", "probes", "worker", "popup", "options"]
)
def test_shipped_scripts_are_strict(script: str) -> None:
    assert (EXTENSION / f"{script}.js").read_text().startswith('"use strict";')


# Parsed in every frame of every page. It may shrink, and must not grow: what a page needs later comes later.
PAGE_BYTES = 50_000


def test_the_script_of_every_frame_stays_small() -> None:
    assert (EXTENSION / "page.js").stat().st_size <= PAGE_BYTES
