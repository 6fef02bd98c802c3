"""The dashboard in a real browser: opened by a one-time link, as `gasoline open` makes it."""

import base64
from typing import Any

from daemon import Daemon
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from gasoline.launch.find_daemon import find_daemon, stop_daemon
from gasoline.launch.recording_dir import recording_dirs

VIEWS = ("timeline", "errors", "network", "websocket")
"""Those that are made of captured events."""


DROP = """([name, data]) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
}"""


def end_recordings(daemon: Daemon) -> None:
    """Stops the servers of capsules that were opened."""
    for folder in recording_dirs(str(daemon.state_dir)):
        if runtime := find_daemon(folder):
            stop_daemon(runtime)


def make_link(daemon: Daemon) -> str:
    answer = daemon.post("/dashboard/link", {}, **{"X-Gasoline-Token": daemon.token})
    assert answer.status == 200, answer.text
    return str(answer.json["url"])


def _place(message: ConsoleMessage) -> str:
    return str(message.location.get("url", ""))


class Dashboard:
    """One open dashboard, and what went wrong in it."""

    def __init__(self, context: BrowserContext, daemon: Daemon) -> None:
        self.url = daemon.url
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("dialog", self._dialog)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", lambda message: self.faults.append(f"{message.type}: {message.text} {_place(message)}"))
        self.page.goto(make_link(daemon))
        expect(self.page.get_by_role("status")).to_contain_text("Live")

    def show(self, view: str) -> None:
        self.look()
        self.page.goto(f"{self.url}/#{view}")
        expect(self.page.locator(f'nav a[href="#{view}"]')).to_have_attribute("aria-current", "page")

    def look(self) -> None:
        """To the front: a tab that nobody looks at has hardly any frames."""
        self.page.bring_to_front()

    def names(self) -> list[str]:
        """Every view that there is."""
        found = "links => links.map(link => link.getAttribute('href').slice(1))"
        return list(self.page.locator("nav a").evaluate_all(found))

    @property
    def rows(self) -> Locator:
        return self.page.get_by_role("option")

    @property
    def detail(self) -> Locator:
        return self.page.get_by_role("region", name="Detail")

    def choose_editor(self, name: str, folder: str) -> None:
        self.page.get_by_role("button", name="Editor").click()
        self.page.get_by_label("Project folder").fill(folder)
        self.page.get_by_role("combobox", name="Editor").select_option(name)
        self.page.get_by_role("dialog").get_by_role("button", name="Close").click()

    def drop(self, name: str, data: bytes) -> None:
        """A file, onto the page."""
        self.page.evaluate(DROP, [name, base64.b64encode(data).decode()])

    def close(self) -> None:
        self.page.close()

    def _dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()
