"""What a page can reach of the shipped page.js: nothing of ours, whatever it makes us call."""

import pytest
from playwright.sync_api import Page
from site_for_tests import Site

from browser import EXTENSION

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


@pytest.mark.usefixtures("captured")
def test_walking_callers_and_arguments_reaches_nothing_of_ours(page: Page, site: Site) -> None:
    page.goto(site.page("/walkers", WALKERS))
    assert page.evaluate("reached") == {"fetch": [], "open": [], "WebSocket": [], "console": [], "listener": []}


@pytest.mark.parametrize("script", ["page", "content", "probes", "worker", "popup", "options"])
def test_shipped_scripts_are_strict(script: str) -> None:
    assert (EXTENSION / f"{script}.js").read_text().startswith('"use strict";')
