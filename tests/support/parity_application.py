"""What is known about an error of a real application, as a row of the table in docs/firefox.md."""

import atexit
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from echo_server import EchoServer
from either_browser import EitherBrowser
from parity_capture import Scenario
from site_for_tests import Site

from apps import Apps


@cache
def built_apps() -> Apps:
    """Once for both browsers."""
    folder = tempfile.TemporaryDirectory(prefix="gasoline-apps-")
    apps = Apps(Path(folder.name))
    atexit.register(folder.cleanup)
    atexit.register(apps.close)
    return apps


def components(app: str, button: str, *flags: str) -> Scenario:
    """The path to the component around the error."""

    def run(browser: EitherBrowser, _: Site, __: EchoServer) -> str:
        found = context_of_error(browser, "componentAncestry", app, button, *flags)
        return " > ".join(each["name"] for each in found["components"])

    return run


def state(app: str, button: str, *flags: str) -> Scenario:
    """The application's state around the error: whose it is, and its relevant values."""

    def run(browser: EitherBrowser, _: Site, __: EchoServer) -> str:
        found = context_of_error(browser, "stateSnapshot", app, button, *flags)
        return f"{found['source']} {json.dumps(found['relevantSlice'])}"

    return run


def context_of_error(browser: EitherBrowser, part: str, app: str, button: str, *flags: str) -> Any:
    """What is known about the error that follows a click on the button."""
    browser.begin(built_apps().url(app, *flags))
    buttons = "[...document.querySelectorAll('button')]"
    mark = f"{buttons}.filter((each) => each.textContent.trim() === '{button}').map((each) => {{ each.id = 'wanted' }})"
    browser.until(lambda: browser.evaluate(f"{mark}.length") == 1, button)
    browser.click("#wanted")
    return browser.until(lambda: known_part(browser.ask("get_browser_errors", full=True), part), part)


def known_part(entries: list[Any], part: str) -> Any:
    return next((entry["_aiContext"][part] for entry in entries if part in entry.get("_aiContext", {})), None)
