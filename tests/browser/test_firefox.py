"""The extension in Firefox: what a page does reaches the server, and the page does not notice it."""

from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon
from echo_server import EchoServer
from firefox import Firefox, required_firefox
from site_for_tests import Site
from snippets import snippets_of

SHOP = """<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<button id="buy">Buy</button>
<script src="/shop.js"></script>"""
SCRIPT = """function add(cart) {
  return cart.items.length;
}
async function later() {
  await null;
  throw new RangeError("too late");
}
"""


@pytest.fixture(scope="module")
def firefox_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("firefox-daemon"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="module")
def firefox(firefox_daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(required_firefox(), tmp_path_factory.mktemp("firefox"), firefox_daemon)
    yield firefox
    firefox.close()


@pytest.fixture
def shop(firefox: Firefox, firefox_daemon: Daemon, site: Site) -> Firefox:
    """A page that is captured, with nothing captured yet."""
    site.script("/shop.js", SCRIPT)
    firefox_daemon.call("clear_browser_logs")
    firefox.open(site.page("/shop", SHOP))
    return firefox


def test_console_messages_reach_the_server(shop: Firefox, firefox_daemon: Daemon) -> None:
    shop.evaluate("console.warn('low stock', { left: 2 })")
    (entry,) = firefox_daemon.call("get_browser_logs", level="warn")
    assert entry["args"] == ["low stock", {"left": 2}]


def test_an_exception_comes_with_its_source(shop: Firefox, firefox_daemon: Daemon) -> None:
    shop.evaluate("void setTimeout(() => add({}))")
    entry = only_error(firefox_daemon)
    assert "items" in entry["message"]
    assert entry["errorType"] == "TypeError"
    assert entry["stack"].startswith("add@http://localhost:")
    assert "return cart.items.length;" in str(snippets_of(entry))


def test_a_rejection_behind_an_await_comes_with_its_source(shop: Firefox, firefox_daemon: Daemon) -> None:
    shop.evaluate("void later()")
    entry = only_error(firefox_daemon)
    assert (entry["errorType"], entry["message"]) == ("RangeError", "too late")
    assert 'throw new RangeError("too late");' in str(snippets_of(entry))


def test_a_failing_request_reaches_the_server(shop: Firefox, firefox_daemon: Daemon) -> None:
    shop.evaluate("fetch('/missing').then((response) => response.text())")
    entry = only_error(firefox_daemon)
    assert (entry["type"], entry["status"]) == ("network", 404)
    assert entry["url"].endswith("/missing")


def test_a_websocket_reaches_the_server(shop: Firefox, firefox_daemon: Daemon, echo: EchoServer) -> None:
    shop.evaluate(
        f"""new Promise((done) => {{
          const socket = new WebSocket('{echo.url}');
          socket.onopen = () => socket.send('ping');
          socket.onmessage = () => done();
        }})"""
    )
    events = firefox_daemon.call("get_websocket_events")
    assert {(event.get("direction"), event.get("data")) for event in events} >= {
        ("outgoing", "ping"),
        ("incoming", "ping"),
    }


def test_a_click_of_the_user_reaches_the_server(shop: Firefox, firefox_daemon: Daemon) -> None:
    shop.click("#buy")
    actions = firefox_daemon.call("get_enhanced_actions")
    (click,) = [action for action in actions if action["type"] == "click"]
    assert click["selectors"]["id"] == "buy"


def test_the_page_is_asked_about_its_elements(shop: Firefox, firefox_daemon: Daemon) -> None:
    found = firefox_daemon.call("query_dom", selector="#buy")
    assert found["matches"][0]["text"] == "Buy"


@pytest.mark.parametrize(
    "failing",
    ["new WebSocket('x:y')", "XMLHttpRequest.prototype.open.call({})", "await fetch('http://127.0.0.1:1/')"],
)
def test_no_frame_of_ours_is_in_a_stack_that_the_page_sees(shop: Firefox, failing: str) -> None:
    stack = shop.evaluate(f"(async () => {{ try {{ {failing} }} catch (error) {{ return error.stack }} }})()")
    assert "gasoline" not in stack


def only_error(daemon: Daemon) -> Any:
    (entry,) = daemon.call("get_browser_errors")
    return entry
