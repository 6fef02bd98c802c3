"""What is known about an error of a real application, as a row of the table in docs/firefox.md."""

import atexit
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from echo_server import EchoServer
from either_browser import EitherBrowser
from site_for_tests import Site

from apps import Apps

COUPON = "[...document.querySelectorAll('button')].find((button) => button.textContent === 'Apply coupon').click()"


@cache
def built_apps() -> Apps:
    """Once for both browsers."""
    folder = tempfile.TemporaryDirectory(prefix="gasoline-apps-")
    apps = Apps(Path(folder.name))
    atexit.register(folder.cleanup)
    atexit.register(apps.close)
    return apps


def components(browser: EitherBrowser, _: Site, __: EchoServer) -> str:
    browser.begin(built_apps().url("cart-react"))
    browser.evaluate(f"void ({COUPON})")
    entry = browser.until(lambda: with_components(browser.ask("get_browser_errors", full=True)), "the components")
    return " > ".join(each["name"] for each in entry["_aiContext"]["componentAncestry"]["components"])


def with_components(entries: list[Any]) -> Any:
    return next((entry for entry in entries if "componentAncestry" in entry.get("_aiContext", {})), None)
