"""The dashboard's pilot audit: what an assistant did in a real page, and what was refused."""

from typing import Any

import pytest
from daemon import Daemon
from pilot import fail, move_pilot, succeed
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import Browser, violations
from dashboard import Dashboard

HTML = "<!doctype html><title>Piloted</title><link rel='icon' href='data:,'>"
SCRIPT = "document.title + '<b>piloted</b>'"


def test_a_command_is_listed_with_who_asked_what_and_how_it_ended(
    dashboard: Dashboard, pilot: Daemon, page: Page, site: Site
) -> None:
    page.goto(site.page("/piloted", HTML))
    page.bring_to_front()
    succeed(pilot, "execute_javascript", script=SCRIPT)
    dashboard.show("pilot")
    expect(dashboard.page.get_by_text("Assistants can act in your pages.")).to_be_visible()
    row = dashboard.rows.filter(has_text=SCRIPT).first
    expect(row).to_contain_text("execute_javascript")
    expect(row).to_contain_text("ok")
    row.click()
    expect(dashboard.detail.get_by_role("region", name="Command")).to_contain_text(SCRIPT)
    expect(dashboard.page.locator("main b")).to_have_count(0)


def test_a_command_that_was_refused_is_listed_and_the_switch_is_shown_as_off(
    dashboard: Dashboard, browser: Browser, captured: Daemon
) -> None:
    move_pilot(browser, captured, on=False)
    fail(captured, "execute_javascript", script="location.href = '/refused-here'")
    dashboard.show("pilot")
    expect(dashboard.page.get_by_text("Assistants can only look.")).to_be_visible()
    expect(dashboard.rows.filter(has_text="/refused-here")).to_contain_text("refused")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_commands_have_no_accessibility_violations(dashboard: Dashboard, captured: Daemon, scheme: Any) -> None:
    fail(captured, "execute_javascript", script=f"'{scheme} look'")
    dashboard.page.emulate_media(color_scheme=scheme)
    dashboard.show("pilot")
    dashboard.rows.filter(has_text=f"{scheme} look").click()
    expect(dashboard.detail).to_contain_text("AI Web Pilot was off.")
    assert violations(dashboard.page) == []
