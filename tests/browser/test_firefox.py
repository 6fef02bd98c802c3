"""The extension in Firefox: what a page does reaches the server, and the page does not notice it."""

import json
from typing import Any

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from firefox import Firefox
from firefox_tab import FirefoxTab
from site_for_tests import Site
from snippets import snippets_of


def test_console_messages_reach_the_server(shop: FirefoxTab, firefox_daemon: Daemon) -> None:
    shop.evaluate("console.warn('low stock', { left: 2 })")
    (entry,) = firefox_daemon.call("get_browser_logs", level="warn")
    assert entry["args"] == ["low stock", {"left": 2}]


def test_an_exception_comes_with_its_source(shop: FirefoxTab, firefox_daemon: Daemon) -> None:
    shop.evaluate("void setTimeout(() => add({}))")
    entry = only_error(firefox_daemon)
    assert "items" in entry["message"]
    assert entry["errorType"] == "TypeError"
    assert entry["stack"].startswith("add@http://localhost:")
    assert "return cart.items.length;" in str(snippets_of(entry))


def test_a_rejection_behind_an_await_comes_with_its_source(shop: FirefoxTab, firefox_daemon: Daemon) -> None:
    shop.evaluate("void later()")
    entry = only_error(firefox_daemon)
    assert (entry["errorType"], entry["message"]) == ("RangeError", "too late")
    assert 'throw new RangeError("too late");' in str(snippets_of(entry))


def test_a_failing_request_reaches_the_server(shop: FirefoxTab, firefox_daemon: Daemon) -> None:
    shop.evaluate("fetch('/missing').then((response) => response.text())")
    entry = only_error(firefox_daemon)
    assert (entry["type"], entry["status"]) == ("network", 404)
    assert entry["url"].endswith("/missing")


def test_a_websocket_reaches_the_server(shop: FirefoxTab, firefox_daemon: Daemon, echo: EchoServer) -> None:
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


def test_a_click_of_the_user_reaches_the_server(shop: FirefoxTab, firefox_daemon: Daemon) -> None:
    shop.click("#buy")
    actions = firefox_daemon.call("get_enhanced_actions")
    (click,) = [action for action in actions if action["type"] == "click"]
    assert click["selectors"]["id"] == "buy"


def test_a_load_has_its_times_and_no_number_that_firefox_does_not_report(
    shop: FirefoxTab, firefox_daemon: Daemon
) -> None:
    snapshot = wait_until(lambda: load_of(firefox_daemon, "/shop"), "the load to be measured")
    assert snapshot["longTasks"] == {"count": None, "totalBlockingTime": None, "longest": None}
    report = firefox_daemon.reply("analyze", what="performance", output="text")["content"][0]["text"]
    assert "Load: " in report
    assert "Long tasks" not in report


def test_the_page_is_asked_about_its_elements(shop: FirefoxTab, firefox_daemon: Daemon) -> None:
    found = firefox_daemon.call("query_dom", selector="#buy")
    assert found["matches"][0]["text"] == "Buy"


# SEND-01
def test_an_answer_is_complete_while_other_pages_wait_in_the_back_forward_cache(
    shop: FirefoxTab, firefox_daemon: Daemon, site: Site
) -> None:
    for name in ("/first", "/second"):
        shop.open(site.page(name, "<!doctype html><title>Page</title>"))
    shop.evaluate("console.log('here')")
    reply = firefox_daemon.reply("observe", what="logs")
    assert json.loads(reply["content"][0]["text"])[0]["args"] == ["here"]
    assert "may be missing" not in reply["content"][-1]["text"]


def test_a_page_that_returns_from_the_cache_follows_what_the_user_switched_meanwhile(
    firefox: Firefox, shop: FirefoxTab, firefox_daemon: Daemon, site: Site
) -> None:
    shop.evaluate("globalThis.isTheSame = true")
    shop.open(site.page("/other", "<!doctype html><title>Other</title>"))
    popup = firefox.extension_page("popup.html")
    try:
        popup.evaluate("chrome.storage.local.set({ captureLevel: 'errors' })")
        shop.go_back()
        assert shop.evaluate("isTheSame") is True
        wait_until(lambda: not is_captured(shop, firefox_daemon), "the settings of now")
    finally:
        popup.evaluate("chrome.storage.local.remove('captureLevel')")
        popup.close()


@pytest.mark.parametrize(
    "failing",
    ["new WebSocket('x:y')", "XMLHttpRequest.prototype.open.call({})", "await fetch('http://127.0.0.1:1/')"],
)
def test_none_of_our_frames_is_in_a_stack_that_the_page_sees(shop: FirefoxTab, failing: str) -> None:
    stack = shop.evaluate(f"(async () => {{ try {{ {failing} }} catch (error) {{ return error.stack }} }})()")
    assert "gasoline" not in stack


def only_error(daemon: Daemon) -> Any:
    (entry,) = daemon.call("get_browser_errors")
    return entry


def is_captured(tab: FirefoxTab, daemon: Daemon) -> bool:
    """Whether a message that is no error reaches the server."""
    daemon.call("clear_browser_logs")
    tab.evaluate("console.info('hello')")
    return bool(daemon.call("get_browser_logs"))


def load_of(daemon: Daemon, path: str) -> Any:
    """The snapshot, once it says how long the load took."""
    reply = daemon.reply("check_performance", url=path)
    snapshot = None if reply["isError"] else json.loads(reply["content"][0]["text"])["snapshot"]
    return snapshot if snapshot and snapshot["timing"]["load"] else None
