"""A real Chromium with the real extension, paired with a real daemon."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bounded_waits import bounded_waits
from daemon import Daemon, wait_until
from playwright.sync_api import BrowserContext, Page, Playwright, Worker

from gasoline.commands.find_browser import find_browser
from gasoline.launch.pairing_keys import EXTENSION_ID

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "extension" / "dist"
CLOSE_WAIT_S = 5.0
FLAGS = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Browser:
    """A browser profile of its own; `extension=None` is the same browser without it."""

    def __init__(
        self,
        playwright: Playwright,
        profile: Path,
        extension: Path | None = EXTENSION,
        *more_flags: str,
        dots_per_pixel: float = 1,
    ) -> None:
        flags = [*FLAGS, *more_flags, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        if extension:
            flags += [f"--disable-extensions-except={extension}", f"--load-extension={extension}"]
        self.context: BrowserContext = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=str(find_browser()),
            headless=True,
            args=flags,
            device_scale_factor=dots_per_pixel,
        )

    @property
    def worker(self) -> Worker:
        workers = self.context.service_workers
        return workers[0] if workers else self.context.wait_for_event("serviceworker")

    def extension_page(self, name: str) -> Page:
        page = self.context.new_page()
        page.goto(f"chrome-extension://{EXTENSION_ID}/{name}")
        return page

    def connect(self, daemon: Daemon) -> None:
        """Points the extension at a daemon through its options page, as a person would."""
        page = self.extension_page("options.html")
        page.get_by_label("Server URL").fill(daemon.url)
        page.get_by_role("button", name="Save").click()
        connection = wait_until(lambda: self._connection(page), "the extension to find the server")
        if connection["state"] == "unpaired":
            daemon.pair(connection["code"])
        wait_until(lambda: daemon.get("/pilot-status").json["extension_connected"], "the extension to connect")
        page.close()

    def _connection(self, page: Page) -> Any:
        """How the extension stands with the server; None while that is not decided."""
        state = page.evaluate("chrome.runtime.sendMessage({ type: 'getState' })")["connection"]
        return state if state["state"] in ("connected", "unpaired") else None

    def set_switch(self, label: str, *, on: bool, where: str = "popup.html") -> None:
        """Moves a switch of the popup, or of the options page."""
        popup = self.extension_page(where)
        switch = popup.get_by_label(label)
        switch.set_checked(on)
        key = switch.get_attribute("id")
        wait_until(
            lambda: popup.evaluate("async (key) => (await chrome.storage.local.get(key))[key]", key) in (on, None)
        )
        popup.close()

    @contextmanager
    def switched(self, label: str, *, on: bool, where: str = "popup.html") -> Iterator[None]:
        """Moves a switch of the popup, or of the options page, and back whatever happens meanwhile."""
        self.set_switch(label, on=on, where=where)
        try:
            yield
        finally:
            self.set_switch(label, on=not on, where=where)

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.goto(url)
        return page

    def close_page(self, page: Page) -> None:
        """Chromium forgets to close a tab whose page is just leaving for another one. Asked again, it does it."""
        try:
            with bounded_waits(CLOSE_WAIT_S):
                page.close()
        except AssertionError:
            target = self.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
            browser = self.context.browser
            assert browser is not None
            again = browser.new_browser_cdp_session()
            with page.expect_event("close"):
                again.send("Target.closeTarget", {"targetId": target["targetId"]})
            again.detach()

    def close(self) -> None:
        self.context.close()


def violations(page: Page) -> list[Any]:
    """The violations that axe-core finds on one of our pages: each rule and how often."""
    page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text())
    found = "axe.run().then((result) => result.violations.map(({ id, nodes }) => [id, nodes.length]))"
    return list(page.evaluate(found))


def subset(expected: Any, actual: Any) -> bool:
    """Whether everything that is expected is there; lists must agree in length and order."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            key in actual and subset(value, actual[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(actual, list) and len(expected) == len(actual) and all(map(subset, expected, actual))
    return bool(expected == actual)
