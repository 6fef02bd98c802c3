"""The tutorial is true: its commands run in their order and show what it says, while a person does what it asks."""

import os
import re
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import wait_until
from home import free_ports
from playwright.sync_api import Page, Playwright
from terminal_session import TerminalSession
from tutorial_steps import Command, Deeds, pattern_of, steps_of

from gasoline.commands.find_browser import find_browser

ROOT = Path(__file__).parents[2]
MADE = ROOT / "build" / "tutorial"
WAIT_S = 30.0
WRAPPER = """#!/bin/sh
# The reader's browser without a window, and with a door for the test; other browsers are left as they are.
case "$*" in *--load-extension=*) set -- --headless=new --disable-gpu --remote-debugging-port={port} "$@" ;; esac
exec {browser} "$@"
"""

# What an answer adds when the browser of a busy machine took too long.
SLOW_BROWSER = "\nThe extension did not answer in time: the newest events may be missing.\n"


class Reader:
    """Follows the tutorial in a state directory and with ports of their own."""

    def __init__(self, folder: Path, playwright: Playwright) -> None:
        self._playwright = playwright
        shop, server, self._door = free_ports(3)
        self._ports = {"8080": str(shop), "7890": str(server)}
        self._session = ""
        self._page: Page | None = None
        browser = folder / "browser"
        browser.write_text(WRAPPER.format(port=self._door, browser=find_browser()))
        browser.chmod(0o755)
        env = {
            **os.environ,
            "GASOLINE_STATE_DIR": str(folder / "s"),
            "GASOLINE_PORT": self._ports["7890"],
            "GASOLINE_BROWSER": str(browser),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }
        self.terminal = TerminalSession(ROOT, env)

    def follow(self, step: Command | Deeds) -> None:
        if isinstance(step, Deeds):
            self._do(step)
        else:
            self._run(step)

    def has_shop(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", int(self._ports["8080"]))) == 0

    def _run(self, command: Command) -> None:
        text = self._here(re.sub(r"verify-[0-9a-f]+", self._session or r"\g<0>", command.text))
        wanted = pattern_of(self._here(command.shown))
        deadline = time.monotonic() + WAIT_S
        seen = self.terminal.run(text)
        while not (found := wanted.match(seen.replace(SLOW_BROWSER, ""))):
            assert time.monotonic() < deadline, f"$ {text}\n{seen}\n--- the tutorial shows:\n{command.shown}"
            seen = self.terminal.run(text) if command.may_repeat else self.terminal.more()
        self._session = found.groupdict().get("session") or self._session

    def _here(self, text: str) -> str:
        """With the ports of this run."""
        return re.sub("8080|7890", lambda port: self._ports[port.group()], text)

    def _do(self, deeds: Deeds) -> None:
        page = self._page = self._page or self._open_page()
        for verb, what in deeds.all:
            if verb == "reload":
                page.reload()
            elif verb == "click":
                page.get_by_role("button", name=what, exact=True).click()
            else:
                assert verb == "see", f"the tutorial asks for {verb!r}"
                page.get_by_text(what).first.wait_for()

    def _open_page(self) -> Page:
        browser = self._playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{self._door}")
        pages = [page for context in browser.contexts for page in context.pages]
        return next(page for page in pages if self._ports["8080"] in page.url)


@pytest.fixture
def reader(playwright: Playwright, tmp_path: Path) -> Iterator[Reader]:
    shutil.rmtree(MADE, ignore_errors=True)
    reader = Reader(tmp_path, playwright)
    yield reader
    reader.terminal.run("kill $(jobs -p) 2>/dev/null; wait; gasoline stop")  # also after a failure in the middle
    reader.terminal.close()
    shutil.rmtree(MADE, ignore_errors=True)


def test_the_tutorial_can_be_followed_to_its_end(reader: Reader) -> None:
    steps = list(steps_of((ROOT / "docs" / "tutorial.md").read_text()))
    assert len([step for step in steps if isinstance(step, Command)]) > 10
    for step in steps:
        reader.follow(step)
    wait_until(lambda: not reader.has_shop(), "the shop to be gone: the tutorial tidies up")


@pytest.mark.parametrize(
    ("shown", "seen", "fits"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nx\nb\n", False),
        ("a\n…\nb\n", "a\nx\ny\nb\n", True),
        ("a\n…\n", "a\n", True),
        ("a …, port 1\n", "a pid 7, port 1\n", True),
        ("a …, port 1\n", "a pid 7, port 2\n", False),
        ("a\n", "a\nb\n", False),
        ('"id": "verify-5dea3d"\n', '"id": "verify-00ff"\n', True),
        ("a.c\n", "abc\n", False),
    ],
)
def test_what_is_shown_is_compared_line_by_line(shown: str, seen: str, fits: bool) -> None:
    assert bool(pattern_of(shown).match(seen)) is fits
