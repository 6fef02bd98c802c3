"""The page is unharmed: what a page can observe is the same with and without the extension."""

import base64
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page
from rival_libraries import LIBRARIES, library_script
from site_for_tests import Site

from browser import EXTENSION, ROOT, Browser

FACTS = "".join(Path(__file__).with_name(name).read_text() for name in ("page_facts.js", "page_facts_streams.js"))


def facts(
    browser: Browser,
    site: Site,
    echo: EchoServer,
    headers: dict[str, str],
    library: str = "",
    *,
    ready: Callable[[Page], object] = lambda _: None,
) -> Any:
    """Everything the page says about itself; addresses and times that differ by nature are left out by the page.
    `ready` waits until the page is as it should be."""
    site.page(
        "/facts",
        "<!doctype html><title>Facts</title><link rel='icon' href='data:,'>"
        f"<script>{library}</script><script>const ECHO_URL = '{echo.url}/';{FACTS}</script>",
        **headers,
    )
    page = browser.open(f"{site.url}/facts")
    noise: list[str] = []
    page.on("console", lambda message: noise.append(message.text))
    try:
        ready(page)
        return {**page.evaluate("collectFacts()"), "console": noise}
    finally:
        page.close()


BareFacts = Callable[..., Any]


@pytest.fixture(scope="module")
def bare_facts(bare_browser: Browser, site: Site, echo: EchoServer) -> BareFacts:
    """By headers: without the extension no switch makes a difference."""
    return cache(lambda *headers: facts(bare_browser, site, echo, dict(headers)))


@pytest.fixture(params=[False, True], ids=["bodies off", "bodies on"])
def bodies(request: pytest.FixtureRequest, browser: Browser) -> Iterator[None]:
    browser.set_switch("Capture Network Bodies", on=request.param)
    yield
    browser.set_switch("Capture Network Bodies", on=False)


# What stands for a name in the sources of the recorders.
OWNERS = {
    "prototype": "XMLHttpRequest.prototype",
    "target": "console",
    "functionPrototype": "Function.prototype",
    "navigatorPrototype": "Navigator.prototype",
}
KEYS = {
    "level": ["log", "warn", "error", "info", "debug"],
    "dialog": ["alert", "confirm", "prompt"],
    "reader": ["text", "json", "arrayBuffer", "blob", "bytes", "formData"],
    "asyncIterator": ["Symbol.asyncIterator"],
}


# PAGE-02
def test_the_comparison_contains_everything_that_recorders_wrap() -> None:
    recorders = "".join(file.read_text() for file in (ROOT / "extension/src/page").rglob("*.ts"))
    wrapped = {
        (OWNERS.get(owner, owner), key)
        for owner, text, name in re.findall(r'hooks\.patch\(([\w.]+), (?:"(\w+)"|(\w+))', recorders)
        for key in ([text] if text else KEYS[name])
    }
    compared = set(re.findall(r'\(\) => \[([\w.]+), "?([\w.]+)"?\]', FACTS))
    assert len(wrapped) >= 40
    assert wrapped - compared == set()


# PAGE-01, PAGE-02
@pytest.mark.usefixtures("bodies", "captured")
@pytest.mark.parametrize("headers", [{}, {"Cross-Origin-Opener-Policy": "same-origin"}], ids=["plain", "isolated"])
@pytest.mark.usefixtures("captured")
def test_a_page_sees_no_difference(
    browser: Browser, bare_facts: BareFacts, site: Site, echo: EchoServer, headers: dict[str, str]
) -> None:
    assert_same(facts(browser, site, echo, headers), bare_facts(*headers.items()))


# OTLP-05, PAGE-01
@pytest.mark.usefixtures("captured")
def test_a_page_whose_requests_carry_a_header_sees_no_difference(
    browser: Browser, bare_browser: Browser, site: Site, echo: EchoServer
) -> None:
    def is_sent(page: Page) -> bool:
        page.evaluate("fetch('/echo/is-sent')")
        return "traceparent" in {name.lower() for name in site.requests[-1][2]}

    def await_header(page: Page) -> None:
        wait_until(lambda: is_sent(page), "the header")

    with browser.switched("Send a traceparent header", on=True, where="options.html"):
        with_us = facts(browser, site, echo, {}, ready=await_header)
    assert_same(with_us, facts(bare_browser, site, echo, {}, ready=is_sent))


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.usefixtures("captured")
def test_a_page_with_a_library_that_wraps_the_same_globals_sees_no_difference(
    browser: Browser, bare_browser: Browser, site: Site, echo: EchoServer, library: str
) -> None:
    script = library_script(library)
    assert_same(facts(browser, site, echo, {}, script), facts(bare_browser, site, echo, {}, script))


def assert_same(with_us: Any, without_us: Any) -> None:
    differences = {
        key: (without_us.get(key), with_us.get(key))
        for key in {*with_us, *without_us}
        if with_us.get(key) != without_us.get(key)
    }
    assert not differences, json.dumps(differences, indent=1)


def test_console_messages_keep_the_frames_of_the_page_below_our_frame(
    browser: Browser, bare_browser: Browser, captured: Daemon, site: Site
) -> None:
    html = (
        "<!doctype html><script>\nfunction shout() {\n  console.warn('%s!', 'hello', { a: 1 });\n}\nshout();\n</script>"
    )
    url = site.page("/call-site", html)
    (own_frame, *frames), texts = console_call(browser, url)
    assert (frames, texts) == console_call(bare_browser, url)
    assert own_frame[1] == "gasoline-extension://page/page.js"


def console_call(browser: Browser, url: str) -> tuple[list[Any], list[Any]]:
    """The frames of the one console call of a page, and what was said."""
    page = browser.context.new_page()
    session = browser.context.new_cdp_session(page)
    calls: list[Any] = []
    session.on("Runtime.consoleAPICalled", lambda call: calls.append(call))  # noqa: PLW0108  Playwright marks its listeners
    session.send("Runtime.enable")
    page.goto(url)
    page.evaluate("1")
    page.close()
    (call,) = calls
    frames = [
        (frame["functionName"], frame["url"], frame["lineNumber"], frame["columnNumber"])
        for frame in call["stackTrace"]["callFrames"]
    ]
    return frames, [call["type"], *(argument.get("value") for argument in call["args"])]


def test_devtools_ignores_our_frame() -> None:
    script, _, tail = (EXTENSION / "page.js").read_text().rpartition("//# sourceMappingURL=")
    script, _, name = script.rpartition("//# sourceURL=")
    assert name.strip() == "gasoline-extension://page/page.js"
    kind, _, data = tail.strip().partition(",")
    assert kind == "data:application/json;base64"
    source_map = json.loads(base64.b64decode(data))
    assert source_map["version"] == 3
    assert source_map["sources"] == ["gasoline/page.js"]
    assert source_map["ignoreList"] == source_map["x_google_ignoreList"] == [0]
    assert source_map["mappings"].split(";") == ["AAAA"] * len(script.splitlines())
