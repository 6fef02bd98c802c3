"""The HTML report in Chromium, offline: accessible in both color schemes, and no text of a page runs."""

from pathlib import Path
from typing import Literal

import pytest
from hostile_report import hostile_report
from playwright.sync_api import Playwright

from browser import Browser, violations
from gasoline.rendering.report.html import html_report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(html_report(hostile_report()))
    return path


# CAPS-08
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_opens_offline_and_runs_nothing(
    playwright: Playwright, tmp_path: Path, report: Path, scheme: Literal["light", "dark"]
) -> None:
    browser = Browser(playwright, tmp_path / "profile", None)
    try:
        page = browser.context.new_page()
        requests, dialogs, problems = [], [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        page.on("console", lambda message: problems.append(message.text))
        browser.context.set_offline(True)
        page.emulate_media(color_scheme=scheme)
        page.goto(report.as_uri())
        assert "alert(1)" in page.inner_text("h1")
        assert page.evaluate("document.scripts.length") == 0
        assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
        assert dialogs == []
        assert problems == []
        assert violations(page) == []
    finally:
        browser.context.close()
