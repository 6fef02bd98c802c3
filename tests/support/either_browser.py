"""A browser with the extension and everything switched on, the same to drive whether it is Chromium or Firefox."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from daemon import Daemon, wait_until
from firefox import Firefox, required_firefox
from playwright.sync_api import Page, Playwright

from browser import EXTENSION, Browser
from gasoline.launch.own_extension import own_extension
from gasoline.launch.pairing_keys import EXTENSION_ORIGIN

SWITCHES = {"networkBodyCaptureEnabled": True, "captureAllSites": False, "aiWebPilotEnabled": True}


@dataclass(frozen=True)
class EitherBrowser:
    """One tab in front; `evaluate` is for expressions, a promise is awaited."""

    name: str
    daemon: Daemon
    open: Callable[[str], object]
    evaluate: Callable[[str], Any]
    click: Callable[[str], object]
    type: Callable[[str, str], object]

    def begin(self, url: str) -> None:
        """A page of which nothing has been captured yet."""
        self.open("about:blank")
        self.daemon.call("clear_browser_logs")
        self.open(url)

    def reply(self, tool: str, **arguments: Any) -> Any:
        return self.daemon.reply(tool, **arguments)

    def ask(self, tool: str, **arguments: Any) -> Any:
        """The JSON of the answer, also of a refusal."""
        return json.loads(self.reply(tool, **arguments)["content"][0]["text"])

    def until(self, look: Callable[[], Any], what: str) -> Any:
        return wait_until(look, f"{what} in {self.name}")


@contextmanager
def chromium(playwright: Playwright, folder: Path) -> Iterator[EitherBrowser]:
    with running(folder) as daemon:
        browser = Browser(playwright, folder / "profile", own_copy(EXTENSION, folder, daemon, EXTENSION_ORIGIN))
        try:
            await_pilot(daemon)
            capture_state(browser)
            page = browser.context.pages[0]
            page.bring_to_front()
            yield EitherBrowser("Chromium", daemon, page.goto, page.evaluate, page.click, typing(page))
        finally:
            browser.close()


@contextmanager
def firefox(folder: Path) -> Iterator[EitherBrowser]:
    with running(folder) as daemon:
        browser = Firefox(required_firefox(), folder / "firefox", daemon, all_sites=True, switches=SWITCHES)
        try:
            await_pilot(daemon)
            capture_state(browser)
            tab = browser.tab
            yield EitherBrowser("Firefox", daemon, tab.open, tab.evaluate, tab.click, tab.type)
        finally:
            browser.close()


@contextmanager
def running(folder: Path) -> Iterator[Daemon]:
    daemon = Daemon(folder / "state")
    try:
        yield daemon
    finally:
        daemon.stop()


def own_copy(extension: Path, folder: Path, daemon: Daemon, origin: str) -> Path:
    """It connects by itself, and may take screenshots."""
    defaults = {"serverUrl": daemon.url, "switches": SWITCHES}
    state_dir = str(daemon.state_dir)
    return own_extension(extension, folder / "extension", state_dir, defaults, origin=origin, all_sites=True)


def await_pilot(daemon: Daemon) -> None:
    wait_until(lambda: daemon.get("/pilot-status").json["enabled"], "the extension to connect with its switches")


def capture_state(browser: Browser | Firefox) -> None:
    """`gasoline browser` has no flag for it."""
    options = browser.extension_page("options.html")
    options.evaluate("chrome.storage.local.set({ aiContextStateSnapshot: true }).then(() => null)")
    options.close()


def typing(page: Page) -> Callable[[str, str], None]:
    def enter(selector: str, text: str) -> None:
        page.locator(selector).press_sequentially(text)

    return enter
