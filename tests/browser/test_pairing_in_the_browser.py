"""How a person connects the extension: each way in a real browser, with nothing but the steps the documents name."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Locator, Page, Playwright, expect
from security_tables import rows_under

from browser import EXTENSION, Browser, violations
from gasoline.launch.pairings import Pairings


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """As an AI client starts it: nobody has allowed anything yet."""
    daemon = Daemon(tmp_path / "state", "--by-program")
    yield daemon
    daemon.stop()


def gasoline(daemon: Daemon, *arguments: str) -> str:
    command = [sys.executable, "-m", "gasoline", *arguments]
    done = subprocess.run(command, env=daemon.environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class Person:
    """Counts what a person has to do once the extension is loaded."""

    def __init__(self, browser: Browser, daemon: Daemon) -> None:
        self.browser = browser
        self.daemon = daemon
        self.clicks = 0
        self.commands = 0

    def open(self, name: str) -> Page:
        """The popup by a click on the icon, the options by a click in the popup or in the icon's menu."""
        self.clicks += 1
        return self.browser.extension_page(name)

    def click(self, button: Locator) -> None:
        self.clicks += 1
        button.click()

    def run(self, *arguments: str) -> None:
        self.commands += 1
        gasoline(self.daemon, *arguments)

    def paste(self, command: str) -> None:
        self.commands += 1
        self.daemon.paste(command)

    def save_the_address(self) -> None:
        options = self.open("options.html")
        options.get_by_label("Server URL").fill(self.daemon.url)
        self.click(options.get_by_role("button", name="Save"))

    def assert_did_what_is_documented(self, way: str) -> None:
        """As the table of docs/security.md has it."""
        (said,) = (row[2] for row in rows_under("## Pairing") if row[0] == way)
        numbers = {what: int(number) for number, what in re.findall(r"(\d+) (click|command)", said)}
        assert (self.clicks, self.commands) == (numbers.get("click", 0), numbers.get("command", 0))


def is_connected(daemon: Daemon) -> bool:
    return bool(daemon.get("/pilot-status").json["extension_connected"])


def test_the_folder_that_gasoline_extension_prints_connects_without_a_click(
    playwright: Playwright, tmp_path: Path, daemon: Daemon
) -> None:
    browser = Browser(playwright, tmp_path / "profile", Path(gasoline(daemon, "extension")))
    person = Person(browser, daemon)
    try:
        wait_until(lambda: is_connected(daemon), "the extension")
        person.assert_did_what_is_documented("own copy")
    finally:
        browser.close()


def test_any_other_copy_shows_the_command_that_connects_it(
    playwright: Playwright, tmp_path: Path, daemon: Daemon
) -> None:
    extension = shutil.copytree(EXTENSION, tmp_path / "extension")
    (extension / "defaults.json").write_text(json.dumps({"serverUrl": daemon.url}))
    browser = Browser(playwright, tmp_path / "profile", extension)
    person = Person(browser, daemon)
    try:
        popup = person.open("popup.html")
        expect(popup.locator("#connection")).to_have_text("Not paired")
        assert violations(popup) == []
        person.click(popup.get_by_role("button", name="Copy command"))
        expect(popup.locator("#copy")).to_have_text("Copied")
        person.paste(popup.locator("#pair-command").inner_text())
        expect(popup.locator("#connection")).to_have_text("Connected")
        expect(popup.locator("#pair-command")).to_be_hidden()
        assert is_connected(daemon)
        person.assert_did_what_is_documented("code")
    finally:
        browser.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere pairing needs the code")
def test_gasoline_pair_and_the_saved_address_connect_one_browser(
    playwright: Playwright, tmp_path: Path, daemon: Daemon
) -> None:
    browser = Browser(playwright, tmp_path / "profile")
    person = Person(browser, daemon)
    try:
        person.run("pair")
        person.save_the_address()
        wait_until(lambda: is_connected(daemon), "the extension")
        person.assert_did_what_is_documented("window")
    finally:
        browser.close()


# GUARD-10
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere pairing needs the code")
def test_a_browser_started_with_the_extension_alone_connects_to_a_server_started_for_the_first_time(
    playwright: Playwright, tmp_path: Path
) -> None:
    daemon = Daemon(tmp_path / "first")
    browser = Browser(playwright, tmp_path / "profile")
    try:
        Person(browser, daemon).save_the_address()
        wait_until(lambda: is_connected(daemon), "the extension")
        (record,) = Pairings(daemon.state_dir).all()
        assert record.how == "window"
        assert f"gasoline pair --revoke {record.id}" in daemon.log.read_text(), "the terminal says so"
    finally:
        browser.close()
        daemon.stop()
