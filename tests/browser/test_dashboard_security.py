"""The dashboard's security findings: a secret of a real page, which is nowhere but masked."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import violations
from dashboard import Dashboard

CANARY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
TITLE = "GitHub token in the console"


@pytest.fixture
def leaky(app: Page) -> Page:
    app.evaluate("token => console.log('deploying with', token)", CANARY)
    app.evaluate("fetch('/echo/login?password=correct-horse-battery').then((response) => response.text())")
    return app


def test_a_finding_shows_where_how_bad_and_what_to_do(dashboard: Dashboard, leaky: Page) -> None:
    dashboard.show("security")
    row = dashboard.rows.filter(has_text=TITLE)
    expect(row).to_contain_text("critical")
    row.click()
    expect(dashboard.detail).to_contain_text("Value (masked)")
    expect(dashboard.detail.get_by_role("heading", name="How to fix it")).to_be_visible()
    link = dashboard.detail.get_by_role("link", name="CWE-532")
    expect(link).to_have_attribute("href", "https://cwe.mitre.org/data/definitions/532.html")
    expect(link).to_have_attribute("rel", "noopener noreferrer")


def test_the_secret_itself_never_reaches_the_dashboard(dashboard: Dashboard, leaky: Page) -> None:
    dashboard.show("security")
    dashboard.rows.filter(has_text=TITLE).click()
    expect(dashboard.detail).to_contain_text("[redacted]")
    for name in dashboard.names():
        text = dashboard.page.evaluate(f"fetch('/dashboard/views/{name}').then((answer) => answer.text())")
        assert CANARY not in text and "correct-horse-battery" not in text, name
    assert CANARY not in dashboard.page.content()


def test_findings_are_narrowed_by_severity_and_by_words(dashboard: Dashboard, leaky: Page) -> None:
    dashboard.show("security")
    expect(dashboard.rows.filter(has_text=TITLE)).to_be_visible()
    dashboard.page.get_by_role("button", name="Info").click()
    expect(dashboard.rows.filter(has_text=TITLE)).to_have_count(0)
    dashboard.page.get_by_role("button", name="All").click()
    dashboard.page.get_by_label("Filter findings").fill("github")
    expect(dashboard.rows).to_have_count(1)
    dashboard.page.get_by_label("Filter findings").fill("nothing like that")
    expect(dashboard.page.get_by_text("No findings match")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_findings_have_no_accessibility_violations(dashboard: Dashboard, leaky: Page, scheme: Any) -> None:
    dashboard.page.emulate_media(color_scheme=scheme)
    dashboard.show("security")
    dashboard.rows.filter(has_text=TITLE).click()
    expect(dashboard.detail).to_contain_text("Evidence")
    assert violations(dashboard.page) == []
