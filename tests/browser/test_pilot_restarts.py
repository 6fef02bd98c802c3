"""After a restart of any part, all that tell how the AI Web Pilot switch stands say the same."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from pilot import LABEL, move_pilot, restart_worker
from pilot_mark import IN_PAGE as MARK
from playwright.sync_api import Playwright, expect
from site_for_tests import Site

from browser import Browser

BADGE = """async () => { const [tab] = await chrome.tabs.query({ url: "*://localhost/*" });
    return [await chrome.action.getBadgeText({}), await chrome.action.getBadgeText({ tabId: tab.id })]; }"""
RELOAD = "() => void setTimeout(() => chrome.runtime.reload())"

Restart = Callable[[Browser, Daemon], None]


def restart_daemon(_: Browser, daemon: Daemon) -> None:
    daemon.kill()
    daemon.start()


def reload_extension(browser: Browser, _: Daemon) -> None:
    page = browser.extension_page("options.html")
    # Its pages cannot be opened before the new worker is there.
    with browser.context.expect_event("serviceworker"), page.expect_event("close"):
        page.evaluate(RELOAD)


RESTARTS: dict[str, Restart] = {
    "worker": lambda browser, _: restart_worker(browser),
    "daemon": restart_daemon,
    "extension": reload_extension,
}


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """In developer mode: without it the browser does not start an extension again that reloads itself."""
    preferences = tmp_path / "profile" / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps({"extensions": {"ui": {"developer_mode": True}}}))
    return tmp_path / "profile"


# PILOT-14
@pytest.mark.parametrize("on", [True, False])
def test_all_agree_after_each_restart(
    playwright: Playwright, profile: Path, daemon: Daemon, site: Site, *, on: bool
) -> None:
    browser = Browser(playwright, profile)
    try:
        browser.connect(daemon)
        for is_on in (not on, on):
            move_pilot(browser, daemon, on=is_on)
        url = site.page("/restarts", "<!doctype html><title>Restarts</title>")
        browser.open(url)
        for restart in RESTARTS.values():
            restart(browser, daemon)
            all_agree(browser, daemon, on=on)
        browser.close()
        browser = Browser(playwright, profile)
        browser.open(url)
        all_agree(browser, daemon, on=on)
    finally:
        browser.close()


def pilot_answers(daemon: Daemon) -> Iterator[dict[str, Any]]:
    yield daemon.get("/pilot-status").json
    yield daemon.call("observe", what="pilot")
    yield daemon.call("get_health")["pilot"]


def all_agree(browser: Browser, daemon: Daemon, *, on: bool) -> None:
    # An open channel is contact now, however long nothing was said.
    told = {"enabled": on, "source": "extension_poll", "extension_connected": True, "last_poll_ago": 0}
    # All of them at once: what ends may still be connected when the first answers.
    wait_until(lambda: all(told.items() <= answer.items() for answer in pilot_answers(daemon)), "the server to be told")
    page = next(page for page in browser.context.pages if "/restarts" in page.url)
    page.wait_for_function(MARK if on else f"!({MARK})")
    popup = browser.extension_page("popup.html")
    expect(popup.get_by_label(LABEL)).to_be_checked(checked=on)
    wait_until(lambda: popup.evaluate(BADGE) == ["AI" if on else ""] * 2, "the badge")
    popup.close()
