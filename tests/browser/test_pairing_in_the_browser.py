"""How a person connects the extension: each way in a real browser, with nothing but the steps the documents name."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Playwright, expect

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


def press_save(browser: Browser, daemon: Daemon) -> None:
    options = browser.extension_page("options.html")
    options.get_by_label("Server URL").fill(daemon.url)
    options.get_by_role("button", name="Save").click()


def is_connected(daemon: Daemon) -> bool:
    return bool(daemon.get("/pilot-status").json["extension_connected"])


def test_the_folder_that_gasoline_extension_prints_connects_without_a_click(
    playwright: Playwright, tmp_path: Path, daemon: Daemon
) -> None:
    browser = Browser(playwright, tmp_path / "profile", Path(gasoline(daemon, "extension")))
    try:
        wait_until(lambda: is_connected(daemon), "the extension")
    finally:
        browser.close()


def test_any_other_copy_shows_the_command_that_connects_it(
    playwright: Playwright, tmp_path: Path, daemon: Daemon
) -> None:
    extension = shutil.copytree(EXTENSION, tmp_path / "extension")
    (extension / "defaults.json").write_text(json.dumps({"serverUrl": daemon.url}))
    browser = Browser(playwright, tmp_path / "profile", extension)
    try:
        popup = browser.extension_page("popup.html")
        expect(popup.locator("#connection")).to_have_text("Not paired")
        assert violations(popup) == []
        program, *arguments = popup.locator("#pair-command").inner_text().split()
        assert program == "gasoline"
        gasoline(daemon, *arguments)
        expect(popup.locator("#connection")).to_have_text("Connected")
        expect(popup.locator("#pair-command")).to_be_hidden()
        assert is_connected(daemon)
    finally:
        browser.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere pairing needs the code")
def test_gasoline_pair_and_the_saved_address_connect_one_browser(
    playwright: Playwright, tmp_path: Path, daemon: Daemon
) -> None:
    gasoline(daemon, "pair")
    browser = Browser(playwright, tmp_path / "profile")
    try:
        press_save(browser, daemon)
        wait_until(lambda: is_connected(daemon), "the extension")
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
        press_save(browser, daemon)
        wait_until(lambda: is_connected(daemon), "the extension")
        (record,) = Pairings(daemon.state_dir).all()
        assert record.how == "window"
        assert f"gasoline pair --revoke {record.id}" in daemon.log.read_text(), "the terminal says so"
    finally:
        browser.close()
        daemon.stop()
