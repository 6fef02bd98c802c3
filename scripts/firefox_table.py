"""Writes the table of docs/firefox.md: runs the same scenarios in Chromium and in Firefox."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import either_browser  # noqa: E402
import parity  # noqa: E402
from echo_server import EchoServer  # noqa: E402
from either_browser import EitherBrowser  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from site_for_tests import Site  # noqa: E402


def main() -> None:
    site, echo = Site(), EchoServer()
    with tempfile.TemporaryDirectory(prefix="gasoline-") as folder:
        with sync_playwright() as playwright, either_browser.chromium(playwright, Path(folder, "c")) as browser:
            chromium = answers(browser, site, echo)
        with either_browser.firefox(Path(folder, "f")) as browser:
            firefox = answers(browser, site, echo)
    echo.close()
    site.close()
    parity.write(chromium, firefox)
    print(parity.PAGE.relative_to(ROOT))


def answers(browser: EitherBrowser, site: Site, echo: EchoServer) -> dict[str, str]:
    return {row.what: row.run(browser, site, echo) for row in parity.ROWS}


if __name__ == "__main__":
    main()
