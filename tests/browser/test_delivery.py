"""Delivery: nothing is lost but what a bound says, and that is counted; nothing arrives twice."""

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from logged_numbers import numbers
from playwright.sync_api import Page, Playwright
from site_for_tests import Site

from browser import Browser
from gasoline.browser.extension_state import CONTACT_FRESH_S
from gasoline.browser.query_broker import ERROR_CONTEXT_WAIT_MS, FLUSH_WAIT_MS
from gasoline.store.log_buffer import MAX_LOG_ENTRIES


@pytest.fixture
def own_browser(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """A browser of the test's own, connected to the test's own daemon."""
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(daemon)
    yield browser
    browser.close()


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A site whose held requests the test releases."""
    site = Site()
    yield site
    site.close()


def health(daemon: Daemon) -> Any:
    return daemon.call("get_health")


# SEND-07
def test_ten_thousand_logs_in_one_loop_all_arrive_in_order(own_browser: Browser, daemon: Daemon, site: Site) -> None:
    page = own_browser.open(site.page("/flood", "<!doctype html><title>Flood</title>"))
    page.evaluate("for (let i = 0; i < 10000; i++) console.log('n', i)")
    wait_until(lambda: numbers(daemon)[-1:] == [9999], "the last entry")
    assert numbers(daemon) == list(range(10000))
    assert health(daemon)["extension"]["dropped"] == {}
    assert health(daemon)["buffers"]["logs"]["count"] == MAX_LOG_ENTRIES


# SEND-02
def test_a_server_killed_in_the_middle_has_every_entry_once_after_its_restart(
    own_browser: Browser, daemon: Daemon, site: Site
) -> None:
    page = own_browser.open(site.page("/kill", "<!doctype html><title>Kill</title>"))
    page.evaluate(
        """() => {
            let i = 0;
            window.timer = setInterval(() => {
                for (let k = 0; k < 10 && i < 3000; k++) console.log('n', i++);
            }, 2);
        }"""
    )
    wait_until(lambda: len(numbers(daemon)) > 300, "the flood to begin")
    daemon.kill()
    before = len(numbers(daemon))
    assert before < 3000
    daemon.start()
    wait_until(lambda: numbers(daemon)[-1:] == [2999], "the last entry")
    assert numbers(daemon) == list(range(3000))


def test_events_of_a_page_that_is_gone_wait_for_the_server(own_browser: Browser, daemon: Daemon, site: Site) -> None:
    daemon.kill()
    page = own_browser.open(site.page("/gone", "<!doctype html><title>Gone</title>"))
    page.evaluate("for (let i = 0; i < 5; i++) console.log('n', i)")
    page.goto("about:blank")
    daemon.start()
    wait_until(lambda: numbers(daemon) == list(range(5)), "the queued entries")


# SEND-02
def test_a_worker_killed_in_the_middle_loses_nothing(own_browser: Browser, daemon: Daemon, site: Site) -> None:
    page = own_browser.open(site.page("/worker", "<!doctype html><title>Worker</title>"))
    page.evaluate("console.log('n', 0)")
    wait_until(lambda: numbers(daemon) == [0], "the first entry")
    daemon.kill()
    page.evaluate("for (let i = 1; i < 50; i++) console.log('n', i)")
    session = own_browser.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    targets = session.send("Target.getTargets")["targetInfos"]
    (worker,) = [target for target in targets if target["type"] == "service_worker"]
    session.send("Target.closeTarget", {"targetId": worker["targetId"]})
    daemon.start()
    page.evaluate("console.log('n', 50)")
    wait_until(lambda: 50 in numbers(daemon), "the worker to come back")
    wait_until(lambda: sorted(numbers(daemon)) == list(range(51)), "what was queued before")


# SEND-01
def test_an_answer_contains_what_happened_before_the_question(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/fresh", "<!doctype html><title>Fresh</title>"))
    for number in range(20):
        page.evaluate("(number) => console.error('fresh', number)", number)
        reply = captured.reply("observe", what="errors", limit=1, output="json")
        assert "may be missing" not in reply["content"][-1]["text"]
        assert json.loads(reply["content"][0]["text"])[0]["args"] == ["fresh", number]


OWN_WAITS = {"FLUSH_WAIT_MS": FLUSH_WAIT_MS, "ERROR_CONTEXT_WAIT_MS": ERROR_CONTEXT_WAIT_MS}
"""What users get; other tests wait longer, so that a busy machine does not decide them."""


def is_complete(reply: Any, text: str) -> bool:
    """Whether the answer contains the text; an answer without it must say that it is incomplete."""
    is_flagged = "may be missing" in reply["content"][-1]["text"]
    assert is_flagged or text in reply["content"][0]["text"]
    return not is_flagged


# SEND-01
@pytest.mark.parametrize("changed_limits", [OWN_WAITS])
def test_every_list_of_errors_of_a_quiet_page_is_complete_within_the_wait_of_a_user(
    own_browser: Browser, daemon: Daemon, site: Site
) -> None:
    page = own_browser.open(site.page("/fresh", "<!doctype html><title>Fresh</title>"))
    for number in range(20):
        page.evaluate("(text) => console.error(text)", f"fresh {number}")
        assert is_complete(daemon.reply("observe", what="errors", limit=1, output="json"), f"fresh {number}")


# SEND-01
@pytest.mark.parametrize("changed_limits", [OWN_WAITS])
def test_fifty_milliseconds_are_usually_enough_for_a_quiet_page_and_an_incomplete_answer_says_so(
    own_browser: Browser, daemon: Daemon, site: Site
) -> None:
    page = own_browser.open(site.page("/fresh", "<!doctype html><title>Fresh</title>"))
    complete = 0
    for number in range(20):
        page.evaluate("(text) => console.error(text)", f"fresh {number}")
        complete += is_complete(daemon.reply("observe", what="timeline", output="json"), f"fresh {number}")
    assert complete > 10


TAB_IS_LATE = re.compile(r"Tab \d+ did not answer in time: its newest events may be missing\.")
BLOCK = """setTimeout(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "/hang/blocked", false);
    request.send();
    console.error("unblocked");
})"""


# SEND-01
@pytest.mark.parametrize("changed_limits", [OWN_WAITS])
def test_an_answer_names_a_tab_that_is_blocked_longer_than_the_wait(
    own_browser: Browser, daemon: Daemon, own_site: Site
) -> None:
    page = own_browser.open(own_site.page("/blocked", "<!doctype html><title>Blocked</title>"))
    page.evaluate(BLOCK)
    wait_until(lambda: any(path == "/hang/blocked" for _, path, _ in own_site.requests), "the page to be blocked")
    for what in ("errors", "timeline"):
        assert TAB_IS_LATE.search(daemon.reply("observe", what=what)["content"][-1]["text"])
    own_site.released.set()
    page.evaluate("0")  # returns after the task that blocked the page
    assert is_complete(daemon.reply("observe", what="errors", limit=1, output="json"), "unblocked")


# SEND-01
def test_an_answer_is_complete_after_the_tab_went_on_to_other_pages(page: Page, captured: Daemon, site: Site) -> None:
    for name in ("/first", "/second"):
        page.goto(site.page(name, "<!doctype html><title>Page</title>"))
    page.evaluate("console.log('here')")
    reply = captured.reply("observe", what="logs")
    assert "may be missing" not in reply["content"][-1]["text"]
    assert json.loads(reply["content"][0]["text"])[0]["args"] == ["here"]


BRIEF_FRAME = """(text) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentWindow.console.error(text);
    frame.remove();
}"""


def error_texts(daemon: Daemon) -> list[str]:
    return [
        entry["args"][0] for entry in daemon.call("observe", what="errors", full=True) if entry["type"] == "console"
    ]


def test_a_frame_that_lives_only_a_moment_leaves_what_it_logged(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/brief-frame", "<!doctype html><title>Brief</title><body></body>"))
    for number in range(20):
        page.evaluate(BRIEF_FRAME, f"frame {number}")
    wanted = {f"frame {number}" for number in range(20)}
    wait_until(lambda: set(error_texts(captured)) == wanted, "the frames' errors")


def test_a_window_that_closes_itself_at_once_leaves_what_it_logged(page: Page, captured: Daemon, site: Site) -> None:
    site.page("/brief-window", "<!doctype html><script>console.error('window ' + location.search); close()</script>")
    page.goto(site.page("/opener", "<!doctype html><title>Opener</title>"))
    for number in range(5):
        page.evaluate("(number) => void open('/brief-window?' + number)", number)
    wanted = {f"window ?{number}" for number in range(5)}
    wait_until(lambda: set(error_texts(captured)) == wanted, "the windows' errors")


# EXT-03
def test_a_site_that_is_not_captured_leaves_nothing_however_early(
    own_browser: Browser, daemon: Daemon, site: Site
) -> None:
    page = own_browser.open(site.page("/not-captured", "<!doctype html><title>Off</title><body></body>"))
    own_browser.worker.evaluate("(site) => chrome.storage.local.set({ disabledSites: [site] })", site.url)
    own_browser.worker.evaluate("() => new Promise((done) => setTimeout(done))")
    page.evaluate(BRIEF_FRAME, "private")
    other = own_browser.open(site.page("/captured", "<!doctype html><body></body>").replace("localhost", "127.0.0.1"))
    other.evaluate(BRIEF_FRAME, "public")
    wait_until(lambda: error_texts(daemon) == ["public"], "the error of the site that is captured")


# SEND-08
def test_a_browser_that_is_killed_is_gone_at_once(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> None:
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(daemon)
    session = browser.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    (pid,) = [process["id"] for process in processes if process["type"] == "browser"]
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not daemon.get("/pilot-status").json["extension_connected"], "the server to notice")
    assert daemon.get("/pilot-status").json["last_poll_ago"] < CONTACT_FRESH_S
    reply = json.loads(daemon.reply("query_dom", selector="h1")["content"][0]["text"])
    assert reply["error"] == "extension_not_connected"
