"""The dashboard's API contracts: an API that changed under a real page, as a person sees it."""

import json
from typing import Any

import pytest
from daemon import Daemon
from playwright.sync_api import Page, expect

from browser import violations
from dashboard import Dashboard

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def changed(app: Page, captured: Daemon) -> Page:
    """A page whose API has lost a field that it always had."""
    captured.call("validate_api", action="clear")
    for number in range(4):
        ask(app, f"/echo/products/{number}", {"id": number, "price": 1.5, HOSTILE: True})
    ask(app, "/echo/products/4", {"id": 4, HOSTILE: True})
    return app


def ask(page: Page, path: str, answer: Any) -> None:
    """The page asks and reads the JSON; the site echoes what it is sent."""
    page.evaluate(
        "([path, body]) => fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })"
        ".then((response) => response.text())",
        [path, json.dumps(answer)],
    )


def test_an_endpoint_that_lost_a_field_shows_what_it_had(dashboard: Dashboard, changed: Page) -> None:
    dashboard.show("contracts")
    row = dashboard.rows.filter(has_text="POST /echo/products/:id")
    expect(row).to_contain_text("warning")
    expect(row).to_contain_text("5 calls")
    row.click()
    # Beside a detail the list has no room for them.
    statuses = dashboard.detail.get_by_role("img", name="Latest statuses: 200, 200, 200, 200, 200")
    expect(statuses).to_be_visible()
    expect(dashboard.detail).to_contain_text("field 'price' was present in 4 responses but missing")
    expect(dashboard.detail.get_by_role("region", name="Learned shape")).to_contain_text('"price": "number"')


def test_names_that_the_page_chose_stay_text(dashboard: Dashboard, changed: Page) -> None:
    dashboard.show("contracts")
    dashboard.rows.filter(has_text="POST /echo/products/:id").click()
    expect(dashboard.detail.get_by_role("region", name="Learned shape")).to_contain_text(HOSTILE)
    expect(dashboard.page.locator("main img[src]")).to_have_count(0)


def test_a_violation_appears_in_an_open_view(dashboard: Dashboard, changed: Page) -> None:
    dashboard.show("contracts")
    dashboard.rows.filter(has_text="POST /echo/products/:id").click()
    expect(dashboard.detail).to_contain_text("Violations (1)")
    ask(changed, "/echo/products/5", {"id": "five", "price": 1.5, HOSTILE: True})
    expect(dashboard.detail).to_contain_text("changed type from 'number' to 'string'")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_contracts_have_no_accessibility_violations(dashboard: Dashboard, changed: Page, scheme: Any) -> None:
    dashboard.page.emulate_media(color_scheme=scheme)
    dashboard.show("contracts")
    dashboard.rows.filter(has_text="POST /echo/products/:id").click()
    expect(dashboard.detail).to_contain_text("Violations (1)")
    assert violations(dashboard.page) == []
