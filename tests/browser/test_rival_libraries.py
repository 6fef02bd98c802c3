"""Libraries that wrap or replace the same globals: capture works before and after each of them is installed."""

from collections.abc import Iterator

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page
from rival_libraries import LIBRARIES, library_script
from site_for_tests import Site

from browser import Browser

ACT = """async (mark, url) => {
    const later = () => new Promise((done) => setTimeout(done));
    console.log(`${mark} log`);
    setTimeout(() => { throw new Error(`${mark} exception`); });
    await later();
    Promise.reject(new Error(`${mark} rejection`));
    await later();
    await (await fetch(`/echo?${mark}`)).text();
    const socket = new WebSocket(url);
    await new Promise((done) => { socket.onopen = done; });
    socket.send(`${mark} message`);
    await new Promise((done) => { socket.onmessage = done; });
    socket.close();
}"""


# A library that takes our fetch for a polyfill inserts a frame to find a native one, and removes it at once.
COUNT_FRAMES = """
    window.frames_made = 0;
    const { createElement } = Document.prototype;
    Document.prototype.createElement = function (name, ...rest) {
        if (`${name}`.toLowerCase() === "iframe") window.frames_made++;
        return createElement.call(this, name, ...rest);
    };
"""


# PAGE-05
@pytest.mark.parametrize("library", LIBRARIES)
def test_capture_works_before_and_after_a_library_is_installed(
    page: Page, captured: Daemon, site: Site, echo: EchoServer, library: str
) -> None:
    act_before_and_after(page, captured, site, echo, library)


@pytest.fixture
def bodies(browser: Browser) -> Iterator[None]:
    browser.set_switch("Capture Network Bodies", on=True)
    yield
    browser.set_switch("Capture Network Bodies", on=False)


# PAGE-05
@pytest.mark.usefixtures("bodies")
@pytest.mark.parametrize("library", ["Sentry", "zone.js", "a page that replaces everything"])
def test_bodies_are_captured_before_and_after_a_library_is_installed(
    page: Page, captured: Daemon, site: Site, echo: EchoServer, library: str
) -> None:
    act_before_and_after(page, captured, site, echo, library)
    for mark in ("before", "after"):
        wait_until(lambda mark=mark: f"/echo?{mark}" in str(captured.call("get_network_bodies")), f"the body {mark}")


def act_before_and_after(page: Page, captured: Daemon, site: Site, echo: EchoServer, library: str) -> None:
    script = f"{COUNT_FRAMES}; window.act = {ACT}; window.install = () => {{\n{library_script(library)}\n}};"
    page.goto(site.page("/rivals", f"<!doctype html><link rel='icon' href='data:,'><script>{script}</script>"))
    page.evaluate(f"act('before', '{echo.url}/')")
    page.evaluate("install()")
    page.evaluate(f"act('after', '{echo.url}/')")
    for mark in ("before", "after"):
        wait_until(lambda mark=mark: is_captured(captured, mark), f"what happened {mark}")
    assert page.evaluate("window.frames_made") == 0, "the library inserted a frame"
    assert captured.call("get_health")["extension"]["open_breakers"] == []


def is_captured(daemon: Daemon, mark: str) -> bool:
    errors = str(daemon.call("get_browser_errors", limit=50))
    return (
        f"{mark} log" in str(daemon.call("get_browser_logs", limit=100))
        and f"{mark} exception" in errors
        and f"{mark} rejection" in errors
        and f"/echo?{mark}" in str(daemon.call("get_network_requests", limit=100))
        and f"{mark} message" in str(daemon.call("get_websocket_events", limit=100))
    )
