"""The dashboard before anything happened: each view says what to do next."""

from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon
from playwright.sync_api import expect

from browser import Browser, violations
from dashboard import Dashboard

NEXT_STEPS = {
    "contracts": "validate_api",
    "server": "gasoline run -- npm run dev",
    "security": "gasoline doctor",
    "performance": "check_performance",
    "sessions": "verify_fix",
    "pilot": "turn on “AI Web Pilot”",
    "clients": "gasoline install",
    "streaming": "configure_streaming",
}

LETTERS = {
    "contracts": "a",
    "server": "o",
    "security": "s",
    "performance": "p",
    "sessions": "v",
    "pilot": "i",
    "clients": "c",
    "streaming": "l",
}


@pytest.fixture(scope="module")
def quiet_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("quiet-daemon") / "state")
    yield daemon
    daemon.stop()


@pytest.fixture(scope="module")
def opened(bare_browser: Browser, quiet_daemon: Daemon) -> Iterator[Dashboard]:
    dashboard = Dashboard(bare_browser.context, quiet_daemon)
    yield dashboard
    dashboard.close()


@pytest.fixture
def empty(opened: Dashboard) -> Iterator[Dashboard]:
    """One dashboard for all: nobody does anything in it but look."""
    yield opened
    assert opened.faults == []


@pytest.mark.parametrize("view", NEXT_STEPS)
def test_an_empty_view_says_what_to_do_next(empty: Dashboard, view: str) -> None:
    empty.show(view)
    expect(empty.page.get_by_role("main")).to_contain_text(NEXT_STEPS[view])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", NEXT_STEPS)
def test_an_empty_view_has_no_accessibility_violations(empty: Dashboard, view: str, scheme: Any) -> None:
    empty.page.emulate_media(color_scheme=scheme)
    empty.show(view)
    expect(empty.page.get_by_role("main")).to_contain_text(NEXT_STEPS[view])
    assert violations(empty.page) == []


# DASH-08
def test_g_and_a_letter_leads_to_each_view(empty: Dashboard) -> None:
    for view, letter in LETTERS.items():
        empty.page.keyboard.press("g")
        empty.page.keyboard.press(letter)
        expect(empty.page.locator(f'nav a[href="#{view}"]')).to_have_attribute("aria-current", "page")
    expect(empty.page.get_by_role("button", name="Pause")).to_be_visible()
