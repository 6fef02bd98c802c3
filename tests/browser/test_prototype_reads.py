"""Whatever page.js leaves out of an object or a list, it does not look up on the prototypes that a page can change."""

import json
import re
from collections.abc import Iterator

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from site_for_tests import Site

from browser import EXTENSION, Browser

PARTS = ("page", "context", "bodies", "failures", "websockets", "traces")
# Every promise looks for it on what it is resolved with, those that the page gets from us included.
LOOKED_UP_BY_PROMISES = {"then"}


def names_in_our_code() -> list[str]:
    """Everything that the shipped scripts call a property, and the first indexes of a list."""
    scripts = "".join((EXTENSION / f"{part}.js").read_text() for part in PARTS)
    names = set(re.findall(r"(?:\.|[{,])([A-Za-z_$][\w$]*)", scripts))
    return sorted(names - LOOKED_UP_BY_PROMISES) + [str(index) for index in range(8)]


# Counts failed lookups: while a call of the page runs, and by our code that no code of the page has
# called.
PAGE = """<!doctype html><title>Reads</title><link rel='icon' href='data:,'><script>
  const reads = [];
  const traps = [];
  let call = "";
  Error.stackTraceLimit = 50;
  function note(name) {
    const isOurs = () => {
      const stack = new Error().stack;
      return stack.includes("gasoline-extension") && !stack.includes(location.origin + "/calls.js");
    };
    if (call !== "" || isOurs()) reads[reads.length] = call + " " + name;
  }
  function trap(prototype, name) {
    if (name in prototype) return;
    traps[traps.length] = [prototype, name];
    Object.defineProperty(prototype, name, {
      __proto__: null,
      configurable: true,
      get() { note(name); return undefined; },
      set(value) {
        note("set " + name);
        const own = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
        Object.defineProperty(this, name, own);
      },
    });
  }
  function watched(what, task) {
    call = what;
    try { return task(); } catch (error) { return error; } finally { call = ""; }
  }
  const pause = () => new Promise((done) => setTimeout(done));
  async function main() {
    for (const prototype of [Array.prototype, Object.prototype]) for (const name of NAMES) trap(prototype, name);
    for (const [what, task] of Object.entries(CALLS)) {
      const result = watched(what, task);
      if (result instanceof Promise) await result.catch(() => undefined);
      await pause();
    }
    await new Promise((done) => setTimeout(done, 300));
    for (const [prototype, name] of traps) delete prototype[name];
    document.title = "done";
    await fetch("/echo", { method: "POST", body: JSON.stringify(reads) });
  }
</script><script src="/calls.js"></script>"""
CALLS = """
  const CALLS = {
    "console.log()": () => console.log(),
    "console.warn()": () => console.warn(),
    "console.error()": () => console.error(),
    "console.error(error)": () => console.error(new Error("reads", { cause: new AggregateError([1, {}], "each") })),
    "console.log(values)": () => console.log([1, , { a: [2] }], new Map([[1, 2]]), new Set([3]), /x/g, document.body),
    "alert()": () => alert(),
    "confirm()": () => confirm(),
    "prompt()": () => prompt(),
    "fetch()": () => fetch(),
    "fetch(url)": () => fetch("/echo?reads"),
    "fetch(bad)": () => fetch("/status/500"),
    "fetch(lost)": () => fetch("/reset"),
    "json()": async () => (await fetch("/reads")).json(),
    "clone()": async () => (await fetch("/echo?clone")).clone().text(),
    "abort": () => fetch("/hang", { __proto__: null, signal: AbortSignal.abort() }),
    "xhr.open()": () => new XMLHttpRequest().open(),
    "xhr.send()": () => {
      const xhr = new XMLHttpRequest();
      xhr.open("GET", "/status/404", false);
      xhr.setRequestHeader("x-a", "b");
      xhr.send();
    },
    "sendBeacon()": () => navigator.sendBeacon(),
    "sendBeacon(url)": () => navigator.sendBeacon("/echo?beacon"),
    "new EventSource()": () => new EventSource(),
    "new Worker()": () => new Worker(),
    "new WebSocket()": () => new WebSocket(),
    "new WebSocket(url)": () => {
      socket = new WebSocket(SOCKET);
      return new Promise((done) => { socket.onopen = done; });
    },
    "send()": () => socket.send(),
    "send(text)": () => socket.send('{"reads":1}'),
    "throw": () => { setTimeout(() => { throw new Error("reads exception"); }); },
    "throw nothing": () => { setTimeout(() => { throw undefined; }); },
    "reject": () => { Promise.reject({ code: 1 }); },
    "error event": () => { dispatchEvent(new ErrorEvent("error")); },
    "rejection event": () => { dispatchEvent(new CustomEvent("unhandledrejection")); },
    "click": () => document.body.click(),
    "toString": () => Function.prototype.toString.call(fetch),
    "annotate()": () => window.__gasoline?.annotate(),
  };
  let socket;
  main();
"""


def reads(browser: Browser, site: Site, echo: EchoServer) -> list[str]:
    names = f"<script>const NAMES = {json.dumps(names_in_our_code())}, SOCKET = '{echo.url}/?reads';</script>"
    site.script("/calls.js", CALLS)
    url = site.page("/reads", PAGE.replace("<script src", f"{names}<script src"))
    page = browser.context.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/echo")) as posted:
        page.goto(url, wait_until="commit")
    found: list[str] = json.loads(posted.value.post_data or "[]")
    page.close()
    return found


@pytest.fixture(params=[False, True], ids=["bodies off", "bodies on"])
def bodies(request: pytest.FixtureRequest, browser: Browser) -> Iterator[None]:
    browser.set_switch("Capture Network Bodies", on=request.param)
    yield
    browser.set_switch("Capture Network Bodies", on=False)


# PAGE-06
@pytest.mark.usefixtures("bodies")
def test_nothing_is_looked_up_on_the_prototypes_of_a_page(
    browser: Browser, bare_browser: Browser, captured: Daemon, site: Site, echo: EchoServer
) -> None:
    bare, ours = reads(bare_browser, site, echo), reads(browser, site, echo)
    for read in bare:
        if read in ours:
            ours.remove(read)
    assert ours == []
    wait_until(lambda: "reads exception" in str(captured.call("get_browser_errors")), "the exception")
    assert "/status/500" in str(captured.call("get_browser_errors"))
    assert "?reads" in str(captured.call("get_websocket_status"))
