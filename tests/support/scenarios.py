"""Scenarios: pages with labelled cases, and the list of what must be captured. Anything unlisted fails."""

import json
from pathlib import Path
from typing import Any

from daemon import Daemon, wait_until
from site_for_tests import Site

from browser import subset

SCENARIOS = Path(__file__).parents[1] / "scenarios"
NAMES = sorted(folder.name for folder in SCENARIOS.iterdir())


class Scenario:
    """One page on the site. `differing` are texts in which the browser differs from Chromium."""

    def __init__(self, name: str, site: Site, differing: dict[str, str] | None = None) -> None:
        text = (SCENARIOS / name / "expect.json").read_text().replace("SITE", site.url)
        for in_chromium, here in (differing or {}).items():
            text = text.replace(in_chromium, here)
        expected: dict[str, Any] = json.loads(text)
        self._logs = expected["logs"]
        self.url = site.page(f"/{name}", (SCENARIOS / name / "page.html").read_text(), **expected.get("headers", {}))

    def check(self, daemon: Daemon) -> None:
        """After the page has finished: what was captured is complete and in order."""
        wait_until(lambda: len(_captured(daemon)) >= len(self._logs), "what the page logged")
        logs = _captured(daemon)
        assert subset(self._logs, logs), json.dumps(logs, indent=1)


def _captured(daemon: Daemon) -> list[Any]:
    """Oldest first."""
    return list(reversed(daemon.call("observe", what="logs", limit=1000)))
