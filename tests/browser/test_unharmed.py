"""The page is unharmed: what a page can observe is the same with and without the extension."""

import json
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon
from echo_server import EchoServer
from site_for_tests import Site

from browser import Browser

FACTS = Path(__file__).with_name("page_facts.js").read_text()


def facts(browser: Browser, site: Site, echo: EchoServer, headers: dict[str, str]) -> Any:
    """Everything the page says about itself; addresses and times that differ by nature are left out by the page."""
    site.page(
        "/facts",
        "<!doctype html><title>Facts</title><link rel='icon' href='data:,'>"
        f"<script>const ECHO_URL = '{echo.url}/';{FACTS}</script>",
        **headers,
    )
    page = browser.open(f"{site.url}/facts")
    noise: list[str] = []
    page.on("console", lambda message: noise.append(message.text))
    try:
        return {**page.evaluate("collectFacts()"), "console": noise}
    finally:
        page.close()


@pytest.mark.parametrize("headers", [{}, {"Cross-Origin-Opener-Policy": "same-origin"}], ids=["plain", "isolated"])
@pytest.mark.usefixtures("captured")
def test_a_page_sees_no_difference(
    browser: Browser, bare_browser: Browser, site: Site, echo: EchoServer, headers: dict[str, str]
) -> None:
    with_us, without_us = facts(browser, site, echo, headers), facts(bare_browser, site, echo, headers)
    differences = {
        key: (without_us.get(key), with_us.get(key))
        for key in {*with_us, *without_us}
        if with_us.get(key) != without_us.get(key)
    }
    assert not differences, json.dumps(differences, indent=1)


def test_console_messages_keep_their_text_and_their_call_site(
    browser: Browser, bare_browser: Browser, captured: Daemon, site: Site
) -> None:
    html = (
        "<!doctype html><script>\nfunction shout() {\n  console.warn('%s!', 'hello', { a: 1 });\n}\nshout();\n</script>"
    )
    url = site.page("/call-site", html)
    seen = []
    for each in (browser, bare_browser):
        page = each.context.new_page()
        session = each.context.new_cdp_session(page)
        calls: list[Any] = []
        session.on("Runtime.consoleAPICalled", lambda call, calls=calls: calls.append(call))
        session.send("Runtime.enable")
        page.goto(url)
        page.evaluate("1")
        (call,) = calls
        frames = [
            (frame["functionName"], frame["url"], frame["lineNumber"], frame["columnNumber"])
            for frame in call["stackTrace"]["callFrames"]
            if not frame["url"].startswith("chrome-extension://")
        ]
        seen.append((call["type"], [argument.get("value") for argument in call["args"]], frames))
        page.close()
    assert seen[0] == seen[1]
