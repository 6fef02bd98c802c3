"""The HTML report in Chromium, offline: accessible in both color schemes, and no text of a page runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from hostile_report import hostile_report
from playwright.sync_api import Page, Playwright

from browser import Browser, violations
from gasoline.rendering.report.html import html_report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(html_report(hostile_report()))
    return path


@contextmanager
def opened(playwright: Playwright, folder: Path, report: Path, scheme: Literal["light", "dark"]) -> Iterator[Page]:
    """In a browser without a network, which must find nothing to complain about."""
    browser = Browser(playwright, folder / "profile", None)
    try:
        page = browser.context.new_page()
        requests, problems = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("dialog", lambda dialog: problems.append(dialog.message))
        page.on("console", lambda message: problems.append(message.text))
        browser.context.set_offline(True)
        page.emulate_media(color_scheme=scheme)
        page.goto(report.as_uri())
        yield page
        assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
        assert problems == []
    finally:
        browser.context.close()


# CAPS-08
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_opens_offline_and_runs_nothing(
    playwright: Playwright, tmp_path: Path, report: Path, scheme: Literal["light", "dark"]
) -> None:
    with opened(playwright, tmp_path, report, scheme) as page:
        assert "alert(1)" in page.inner_text("h1")
        assert page.evaluate("document.scripts.length") == 0
        assert violations(page) == []
        for row in page.locator(".rows summary").all():
            row.click()
        assert "alert(1)" in page.locator(".rows pre").first.inner_text()
        assert violations(page) == []


def test_a_mark_in_the_lanes_opens_its_event(playwright: Playwright, tmp_path: Path, report: Path) -> None:
    with opened(playwright, tmp_path, report, "light") as page:
        detail = page.locator("#r2")
        assert not detail.is_visible()
        page.locator('svg a[href="#r2"]').click()
        detail.wait_for(state="visible", timeout=5_000)
        assert page.locator(".rows details[open]").count() == 1


# CAPS-08
def test_a_printed_report_is_dark_on_white_and_has_all_requests(
    playwright: Playwright, tmp_path: Path, report: Path
) -> None:
    with opened(playwright, tmp_path, report, "dark") as page:
        requests = page.locator("details.complete pre")
        assert not requests.is_visible()
        page.emulate_media(media="print", color_scheme="dark")
        assert requests.is_visible()
        colors = page.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        )
        assert colors == ["rgb(28, 29, 33)", "rgb(255, 255, 255)"]
        assert page.pdf()[:5] == b"%PDF-"
