"""Where in the application something was called, in a real browser: original file and line, also from a bundle."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page
from site_for_tests import Site

from browser import ROOT

pytestmark = pytest.mark.usefixtures("one_tab")

API = """
export const ask = (path: string) => fetch(path);
export const send = (path: string) => navigator.sendBeacon(path);
export const listen = (path: string) => new EventSource(path);
export const old = (path: string) =>
  new Promise((done) => {
    const xhr = new XMLHttpRequest();
    xhr.open("GET", path);
    xhr.onload = done;
    xhr.send();
  });
export const chat = (url: string) =>
  new Promise((done) => {
    const socket = new WebSocket(url);
    socket.onopen = () => {
      socket.send("hello");
      done(socket);
    };
  });
"""
MAIN = """import { ask, chat, listen, old, send } from "./api";
Object.assign(window, {
  async run(url: string) {
    console.log("started");
    console.warn("careful");
    console.error("broken");
    await ask("/data/fetched");
    await old("/data/xhr");
    send("/data/beacon");
    listen("/data/events");
    await chat(url);
  },
});
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("bundle")
    (folder / "src").mkdir()
    (folder / "src" / "api.ts").write_text(API)
    (folder / "src" / "main.ts").write_text(MAIN)
    flags = ["--bundle", "--minify", "--format=iife", "--sourcemap=inline", "--log-level=error"]
    out = folder / "main.js"
    esbuild = ROOT / "node_modules" / ".bin" / "esbuild"
    subprocess.run([esbuild, folder / "src" / "main.ts", *flags, f"--outfile={out}"], check=True, cwd=folder)
    return out.read_text()


def line(text: str, source: str) -> int:
    return next(number for number, each in enumerate(source.split("\n"), start=1) if text in each)


def first_place(entry: dict[str, Any]) -> tuple[str, int]:
    place = entry["calledFrom"][0]
    return Path(place["file"]).name, place["line"]


# CON-10
def test_everything_that_the_page_called_names_its_original_line(
    page: Page, captured: Daemon, site: Site, echo: EchoServer, bundle: str
) -> None:
    site.script("/app/main.js", bundle)
    for name in ("fetched", "xhr", "beacon", "events"):
        site.page(f"/data/{name}", "{}", "application/json")
    page.goto(site.page("/app/", "<!doctype html><title>Calls</title><script src='main.js'></script>"))
    page.evaluate("(url) => run(url)", f"{echo.url}/room")

    def mapped(what: str, count: int, **more: Any) -> list[dict[str, Any]]:
        """Maps may come after the entries."""

        def found() -> list[dict[str, Any]]:
            entries = captured.call("observe", what=what, **more)
            with_places = [entry for entry in entries if entry.get("calledFrom")]
            return with_places if len(with_places) >= count else []

        return list(wait_until(found, f"{count} places in {what}"))

    logs = {entry["level"]: first_place(entry) for entry in mapped("logs", 3) if entry["type"] == "console"}
    assert logs == {
        "log": ("main.ts", line("started", MAIN)),
        "warn": ("main.ts", line("careful", MAIN)),
        "error": ("main.ts", line("broken", MAIN)),
    }
    requests = {Path(entry["url"]).name: entry for entry in mapped("network", 4, url_filter="/data/")}
    assert {name: first_place(entry) for name, entry in requests.items()} == {
        "fetched": ("api.ts", line("fetch(", API)),
        "xhr": ("api.ts", line("xhr.send", API)),
        "beacon": ("api.ts", line("sendBeacon", API)),
        "events": ("api.ts", line("EventSource", API)),
    }
    assert [Path(place["file"]).name for place in requests["fetched"]["calledFrom"]] == ["api.ts", "main.ts"]
    assert requests["fetched"]["calledFrom"][1]["line"] == line('ask("/data', MAIN)
    sockets = {entry["event"]: first_place(entry) for entry in mapped("websocket_events", 2)}
    assert sockets == {
        "open": ("api.ts", line("new WebSocket", API)),
        "message": ("api.ts", line("socket.send", API)),
    }


LOAD = """import axios from "axios";
const load = () => axios.get("/data/axios");
Object.assign(window, { load });
"""


# CON-10
def test_a_line_of_a_library_is_never_taken_for_the_applications(
    page: Page, captured: Daemon, site: Site, tmp_path: Path
) -> None:
    """axios sends its request from a promise, where the browser no longer knows who called it."""
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "main.ts").write_text(LOAD)
    flags = ["--bundle", "--format=iife", "--sourcemap", "--preserve-symlinks", "--log-level=error"]
    esbuild = ROOT / "node_modules" / ".bin" / "esbuild"
    subprocess.run([esbuild, "main.ts", *flags, "--outfile=out/main.js"], check=True, cwd=tmp_path)
    site.script("/app/main.js", (tmp_path / "out" / "main.js").read_text())
    site.page("/app/main.js.map", (tmp_path / "out" / "main.js.map").read_text(), "application/json")
    site.page("/data/axios", "{}", "application/json")
    page.goto(site.page("/app/", "<!doctype html><title>Axios</title><script src='main.js'></script>"))
    page.evaluate("() => load()")

    def places() -> Any:
        [request] = captured.call("observe", what="network", url_filter="/data/axios")
        return request.get("calledFrom")

    wait_until(lambda: places() == [], "the source map to be read")
    shown = captured.reply("observe", what="network", url_filter="/data/axios", output="text")["content"][0]["text"]
    assert "from a library, caller unknown" in shown


@pytest.mark.parametrize("script", ["/js/http.min.js", "/assets/vendor-3f9a1c.js", "/npm/http@1.7.0/dist/http.js"])
def test_a_script_with_the_name_of_a_library_is_passed_over(
    page: Page, captured: Daemon, site: Site, script: str
) -> None:
    site.script(script, "window.http = { get(path) { return fetch(path); } };")
    site.script("/plain/api.js", "function load() {\n  return http.get('/data/plain');\n}")
    site.page("/data/plain", "{}", "application/json")
    scripts = f"<script src='{script}'></script><script src='api.js'></script>"
    page.goto(site.page("/plain/", f"<!doctype html><title>Plain</title>{scripts}"))
    page.evaluate("() => load()")

    def first() -> Any:
        newest = captured.call("observe", what="network", url_filter="/data/plain")[0]
        return newest.get("calledFrom") and first_place(newest)

    assert wait_until(first, "the place") == ("api.js", 2)


# ERR-25
def test_a_change_that_was_under_way_when_the_page_was_left_is_named(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/form", "<!doctype html><title>Form</title>"))
    page.evaluate("""() => {
        void fetch("/hang/fetched", { method: "POST" });
        const xhr = new XMLHttpRequest();
        xhr.open("POST", "/hang/xhr");
        xhr.send();
    }""")
    page.goto(site.page("/thanks", "<!doctype html><title>Thanks</title>"))
    shown = captured.reply("observe", what="network", output="text")["content"][0]["text"]
    for path in ("/hang/fetched", "/hang/xhr"):
        assert re.search(rf"the page was left before r\d+ POST {path} was answered", shown), shown
