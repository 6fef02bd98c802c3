"""Every scenario: a page with labeled cases, and the list of what must be captured. Anything unlisted fails."""

import json
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import subset

SCENARIOS = Path(__file__).parents[1] / "scenarios"
NAMES = sorted(folder.name for folder in SCENARIOS.iterdir())


def expectation(name: str, site: Site) -> dict[str, Any]:
    text = (SCENARIOS / name / "expect.json").read_text()
    found: dict[str, Any] = json.loads(text.replace("SITE", site.url))
    return found


# CON-01
@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_captured_completely_and_in_order(page: Page, captured: Daemon, site: Site, name: str) -> None:
    expected = expectation(name, site)
    url = site.page(f"/{name}", (SCENARIOS / name / "page.html").read_text(), **expected.get("headers", {}))
    page.goto(url)
    page.evaluate("window.finished")
    wait_until(lambda: len(_logs(captured)) >= len(expected["logs"]), "what the page logged")
    logs = _logs(captured)
    assert subset(expected["logs"], logs), json.dumps(logs, indent=1)


def _logs(daemon: Daemon) -> list[Any]:
    """Oldest first."""
    return list(reversed(daemon.call("observe", what="logs", limit=1000)))
