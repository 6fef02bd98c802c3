"""The dashboard's verifications: a bug, the fix, and the verdict that the assistant was given."""

from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import violations
from dashboard import Dashboard

BROKEN = """<!doctype html><title>Till</title><link rel="icon" href="data:,"><button id="buy">Buy</button>
<script>buy.onclick = () => { receipt.total; };</script>"""
FIXED = BROKEN.replace("receipt.total;", "document.title = 'Paid'; document.body.append('Thank you');")
HOSTILE = "Till <img src=x onerror=alert(1)>"


@pytest.fixture
def verified(page: Page, site: Site, captured: Daemon) -> Iterator[str]:
    """The session of a fix that was verified."""
    page.goto(site.page("/till", BROKEN))
    with page.expect_event("pageerror"):
        page.click("#buy")
    wait_until(lambda: captured.call("observe", what="errors", url_filter="/till"), "the error")
    session = str(captured.call("verify_fix", action="start", label=HOSTILE, url_filter="/till")["session_id"])
    captured.call("verify_fix", action="watch", session_id=session)
    page.goto(site.page("/till", FIXED))
    page.click("#buy")
    wait_until(lambda: compared(captured, session)["evidence"]["failing_step_repeated"], "the step to be recorded")
    yield session
    captured.call("verify_fix", action="cancel", session_id=session)


def compared(daemon: Daemon, session: str) -> Any:
    return daemon.call("verify_fix", action="compare", session_id=session)["result"]


def test_a_verdict_is_shown_with_what_it_rests_on(dashboard: Dashboard, verified: str) -> None:
    dashboard.show("sessions")
    dashboard.rows.filter(has_text=HOSTILE).first.click()
    expect(dashboard.detail.get_by_role("heading", name="Cannot tell")).to_be_visible()
    expect(dashboard.detail).to_contain_text("no request and no navigation follows the failing step")
    expect(dashboard.detail).to_contain_text(verified)
    expect(dashboard.detail).to_contain_text("receipt is not defined")
    expect(dashboard.detail.get_by_role("row", name="Console errors 1 0")).to_be_visible()
    expect(dashboard.detail.get_by_role("heading", name="Evidence")).to_be_visible()
    expect(dashboard.detail).to_contain_text("Buy Thank you")
    expect(dashboard.page.locator("main img")).to_have_count(0)


def test_a_verification_under_way_shows_its_state(dashboard: Dashboard, verified: str) -> None:
    dashboard.show("sessions")
    row = dashboard.page.get_by_role("region", name="Verifications in progress").get_by_role("row", name=HOSTILE)
    expect(row).to_contain_text("Compared")
    expect(row).to_contain_text("1 error, 0 failed requests")


def test_a_comparison_of_two_runs_is_shown(dashboard: Dashboard, page: Page, site: Site, captured: Daemon) -> None:
    page.goto(site.page("/till", BROKEN))
    captured.call("diff_sessions", action="capture", name="quiet run")
    with page.expect_event("pageerror"):
        page.click("#buy")
    wait_until(lambda: captured.call("observe", what="errors", url_filter="/till"), "the error")
    captured.call("diff_sessions", action="compare", compare_a="quiet run", compare_b="current")
    dashboard.show("sessions")
    expect(dashboard.page.get_by_role("region", name="Saved snapshots")).to_contain_text("quiet run")
    dashboard.rows.filter(has_text="quiet run → current").first.click()
    expect(dashboard.detail.get_by_role("heading", name="Regressed")).to_be_visible()
    expect(dashboard.detail.get_by_role("heading", name="New errors (1)")).to_be_visible()
    captured.call("diff_sessions", action="delete", name="quiet run")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_verdicts_have_no_accessibility_violations(dashboard: Dashboard, verified: str, scheme: Any) -> None:
    dashboard.page.emulate_media(color_scheme=scheme)
    dashboard.show("sessions")
    dashboard.rows.filter(has_text=HOSTILE).first.click()
    expect(dashboard.detail).to_contain_text("Evidence")
    assert violations(dashboard.page) == []
