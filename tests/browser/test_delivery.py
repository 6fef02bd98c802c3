"""Delivery: nothing is lost but what a bound says, and that is counted; nothing arrives twice."""

import json
import os
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
from gasoline.store.log_buffer import MAX_LOG_ENTRIES


@pytest.fixture
def own_browser(playwright: Playwright, tmp_path: Path, daemon: Daemon) -> Iterator[Browser]:
    """A browser of the test's own, connected to the test's own daemon."""
    browser = Browser(playwright, tmp_path / "profile")
    browser.connect(daemon)
    yield browser
    browser.close()


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


# SEND-01
@pytest.mark.parametrize("changed_limits", [{"FLUSH_WAIT_MS": 50, "ERROR_CONTEXT_WAIT_MS": 500}])
def test_an_answer_that_did_not_wait_longer_than_a_user_does_is_complete_or_says_that_it_is_not(
    own_browser: Browser, daemon: Daemon, site: Site
) -> None:
    page = own_browser.open(site.page("/fresh", "<!doctype html><title>Fresh</title>"))
    for number in range(10):
        page.evaluate("(number) => console.error('fresh', number)", number)
        reply = daemon.reply("observe", what="errors", limit=1, output="json")
        newest = [entry["args"] for entry in json.loads(reply["content"][0]["text"])]
        assert newest == [["fresh", number]] or "may be missing" in reply["content"][-1]["text"]


# SEND-01
def test_an_answer_is_complete_after_the_tab_went_on_to_other_pages(page: Page, captured: Daemon, site: Site) -> None:
    for name in ("/first", "/second"):
        page.goto(site.page(name, "<!doctype html><title>Page</title>"))
    page.evaluate("console.log('here')")
    reply = captured.reply("observe", what="logs")
    assert "may be missing" not in reply["content"][-1]["text"]
    assert json.loads(reply["content"][0]["text"])[0]["args"] == ["here"]


# SEND-01
@pytest.mark.parametrize("changed_limits", [{"FLUSH_WAIT_MS": 50, "ERROR_CONTEXT_WAIT_MS": 1000}])
def test_a_tab_that_hangs_is_named_in_the_note(own_browser: Browser, daemon: Daemon, site: Site) -> None:
    page = own_browser.open(site.page("/hangs", "<!doctype html><title>Hangs</title>"))
    page.evaluate("setTimeout(() => { const end = performance.now() + 3000; while (performance.now() < end); })")
    reply = wait_until(
        lambda: (found := daemon.reply("observe", what="logs"))["content"][-1]["text"].startswith("Tab ") and found,
        "the tab to hang",
    )
    assert "did not answer in time" in reply["content"][-1]["text"]


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
