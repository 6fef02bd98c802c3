"""The dashboard's clients, tabs and notices: who is connected to a real daemon, and what they are told."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon
from forwarder_client import McpClient
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import violations
from dashboard import Dashboard

HOSTILE = "Tab <img src=x onerror=alert(1)>"


def failing(part: str) -> str:
    """A page that throws; the same error is told once only."""
    icon = "<link rel='icon' href='data:,'>"
    return f"<!doctype html><title>Failing</title>{icon}<script>{part}();</script>"


@pytest.fixture
def client(captured: Daemon, tmp_path: Path) -> Iterator[McpClient]:
    """An AI client that works in a folder and wants to be notified about errors."""
    command = [sys.executable, "-m", "gasoline", "mcp", "--port", str(captured.port)]
    client = McpClient(command, captured.environment, tmp_path)
    client.initialize()
    wishes = {"action": "streaming", "enabled": True, "events": ["errors"], "throttle_seconds": 7}
    client.ask("tools/call", name="configure", arguments=wishes)
    yield client
    client.discard()


def test_a_client_is_shown_with_where_it_works(dashboard: Dashboard, client: McpClient, tmp_path: Path) -> None:
    dashboard.show("clients")
    row = dashboard.page.get_by_role("region", name="AI clients").get_by_role("row", name="test-client")
    expect(row).to_contain_text(str(tmp_path))
    expect(row).to_contain_text("streaming")
    client.close()
    expect(row).to_have_count(0)


def test_tabs_are_shown_and_their_titles_stay_text(dashboard: Dashboard, page: Page, site: Site) -> None:
    page.goto(site.page("/tab", f"<!doctype html><link rel='icon' href='data:,'><title>{HOSTILE}</title>"))
    dashboard.show("clients")
    row = dashboard.page.get_by_role("region", name="Tabs").get_by_role("row", name=HOSTILE)
    expect(row).to_contain_text("captured")
    expect(row.get_by_role("link")).to_have_attribute("href", page.url)
    expect(dashboard.page.locator("main img")).to_have_count(0)


def test_a_notice_appears_with_its_context(dashboard: Dashboard, page: Page, site: Site) -> None:
    dashboard.show("streaming")
    page.goto(site.page("/failing-for-the-log", failing("brokenPart")))
    row = dashboard.rows.filter(has_text="/failing-for-the-log").first
    expect(row).to_contain_text("Errors")
    row.click()
    expect(dashboard.detail).to_contain_text("brokenPart is not defined")


def test_each_client_shows_its_subscriptions(dashboard: Dashboard, client: McpClient) -> None:
    dashboard.show("streaming")
    dashboard.page.get_by_text("client streaming").or_(dashboard.page.get_by_text("clients streaming")).click()
    table = dashboard.page.get_by_role("region", name="Streaming settings of each client")
    row = table.get_by_role("row", name="test-client")
    for words in ("on", "Errors", "at most one every 7 s", "notifications"):
        expect(row).to_contain_text(words)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_clients_have_no_accessibility_violations(dashboard: Dashboard, client: McpClient, scheme: Any) -> None:
    dashboard.page.emulate_media(color_scheme=scheme)
    dashboard.show("clients")
    expect(dashboard.page.get_by_role("row", name="test-client")).to_be_visible()
    assert violations(dashboard.page) == []


@pytest.fixture
def noticed(client: McpClient, page: Page, site: Site, scheme: str) -> None:
    """There is a notice, and a client that is told."""
    page.goto(site.page("/failing-for-axe", failing(f"brokenIn{scheme}")))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_notices_have_no_accessibility_violations(dashboard: Dashboard, noticed: None, scheme: Any) -> None:
    dashboard.page.emulate_media(color_scheme=scheme)
    dashboard.show("streaming")
    dashboard.page.get_by_text("client streaming").or_(dashboard.page.get_by_text("clients streaming")).click()
    dashboard.rows.first.click()
    expect(dashboard.detail).to_be_visible()
    assert violations(dashboard.page) == []
