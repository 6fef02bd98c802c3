"""A real headless Firefox with the real extension, paired with a real daemon; driven by WebDriver BiDi."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest
from bidi import Bidi
from daemon import wait_until
from firefox_tab import FirefoxTab

from gasoline.launch.find_program import find_program
from gasoline.launch.own_extension import own_extension
from gasoline.launch.pairing_keys import FIREFOX_ID

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "extension" / "dist-firefox"
UUID = "11111111-2222-4333-8444-555555555555"
"""Of the extension's origin. Firefox would choose it at random, and the key in the extension is for one origin."""
ORIGIN = f"moz-extension://{UUID}"
REMOTE = ["--remote-debugging-port", "0", "--remote-allow-system-access"]
LISTENING = re.compile(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(?P<port>\d+)")


def find_firefox() -> str | None:
    return find_program("firefox-esr") or find_program("firefox")


def required_firefox() -> str:
    """The program. Where `make setup` or CI installs it, a test must not be skipped without it."""
    found = find_firefox()
    if found is not None:
        return found
    is_installed_for_us = Path("/etc/debian_version").exists() and os.geteuid() == 0
    if is_installed_for_us or os.environ.get("CI"):
        pytest.fail("Firefox is missing: run `make setup` as root on Debian, or install it")
    pytest.skip("Firefox is not installed")


class Server(Protocol):
    """What the extension connects to."""

    @property
    def url(self) -> str: ...

    @property
    def state_dir(self) -> Path: ...

    @property
    def is_extension_connected(self) -> bool: ...


class Firefox:
    """A profile of its own with the extension installed, and one tab."""

    def __init__(
        self,
        firefox: str,
        folder: Path,
        daemon: Server | None,
        *,
        is_paired: bool = True,
        all_sites: bool = False,
        switches: Mapping[str, bool] | None = None,
    ) -> None:
        """`switches` as `gasoline browser` has flags for them; with `all_sites` it may take screenshots. Without a
        daemon it is the same browser without the extension."""
        profile = folder / "profile"
        profile.mkdir(parents=True)
        ids = json.dumps({FIREFOX_ID: UUID})
        (profile / "user.js").write_text(f'user_pref("extensions.webextensions.uuids", {json.dumps(ids)});\n')
        self._log = folder / "firefox.log"
        self._opened = ExitStack()
        command = [firefox, "--headless", "--no-remote", "--profile", str(profile), *REMOTE]
        with self._log.open("wb") as said:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            self.bidi = Bidi(int(wait_until(self._listening, "Firefox to start")["port"]))
            self._opened.callback(self.bidi.close)
            if daemon:
                extension = own_extension(
                    EXTENSION,
                    folder / "extension",
                    str(daemon.state_dir),
                    {"serverUrl": daemon.url, **({"switches": dict(switches)} if switches else {})},
                    origin=ORIGIN if is_paired else None,
                    all_sites=all_sites,
                )
                self._install(extension, daemon if is_paired else None)
            (tab,) = self.bidi.ask("browsingContext.getTree")["contexts"]
            self.tab = FirefoxTab(self.bidi, tab["context"])
        except BaseException:
            self.close()
            raise

    def _install(self, extension: Path, connects_to: Server | None) -> None:
        self.bidi.ask("webExtension.install", extensionData={"type": "path", "path": str(extension)})
        if connects_to:
            wait_until(lambda: connects_to.is_extension_connected, "the extension to connect")

    def _listening(self) -> re.Match[str] | None:
        assert self._process.poll() is None, self._log.read_text()
        return LISTENING.search(self._log.read_text())

    def extension_page(self, name: str) -> FirefoxTab:
        """In a tab of its own: BiDi refuses to navigate there, so that the browser's own window opens it."""
        url = f"{ORIGIN}/{name}"
        others = self._contexts_of(url)
        self.in_browser(f"void gBrowser.addTrustedTab({json.dumps(url)})")
        (opened,) = wait_until(lambda: self._contexts_of(url) - others, f"{name} to open")
        page = FirefoxTab(self.bidi, opened)
        wait_until(lambda: page.evaluate("document.readyState") == "complete", f"{name} to load")
        return page

    def in_browser(self, script: str) -> Any:
        """The value of an expression in the browser's own window, with its rights; a promise is awaited."""
        (window,) = self.bidi.ask("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"]
        return FirefoxTab(self.bidi, window["context"]).evaluate(script)

    def end_event_page(self) -> None:
        """As Firefox does when it is idle, in the middle of whatever it does."""
        extension = f"WebExtensionPolicy.getByID({json.dumps(FIREFOX_ID)}).extension"
        self.in_browser(f"{extension}.terminateBackground({{ disableResetIdleForTest: true }}).then(() => null)")

    def _contexts_of(self, url: str) -> set[str]:
        contexts = self.bidi.ask("browsingContext.getTree")["contexts"]
        return {each["context"] for each in contexts if each["url"] == url}

    def close(self) -> None:
        self._opened.close()
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(15)
