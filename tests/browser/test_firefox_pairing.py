"""How a person connects the extension in Firefox, by the steps that its popup names, and takes it back."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from firefox import ORIGIN, Firefox, required_firefox
from firefox_tab import FirefoxTab

from gasoline.launch.pairing_keys import PAIR_WINDOW_S


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """As an AI client starts it: nobody has allowed anything yet."""
    daemon = Daemon(tmp_path / "state", "--by-program")
    yield daemon
    daemon.stop()


@pytest.fixture
def unpaired(daemon: Daemon, tmp_path: Path) -> Iterator[Firefox]:
    firefox = Firefox(required_firefox(), tmp_path / "firefox", daemon, is_paired=False)
    yield firefox
    firefox.close()


def gasoline(daemon: Daemon, *arguments: str) -> str:
    command = [sys.executable, "-m", "gasoline", *arguments]
    done = subprocess.run(command, env=daemon.environment, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()


def shown(popup: FirefoxTab, selector: str) -> str:
    return str(popup.evaluate(f"document.querySelector('{selector}').innerText"))


def is_connected(daemon: Daemon) -> bool:
    return bool(daemon.get("/pilot-status").json["extension_connected"])


# GUARD-12
def test_the_command_of_the_popup_connects_it_until_it_is_revoked(daemon: Daemon, unpaired: Firefox) -> None:
    popup = unpaired.extension_page("popup.html")
    command = wait_until(lambda: shown(popup, "#pair-command"), "the command")
    assert shown(popup, "#connection") == "Not paired"
    assert f"for {PAIR_WINDOW_S:.0f} seconds it lets this Firefox pair" in shown(popup, "body")
    daemon.paste(command)
    wait_until(lambda: shown(popup, "#connection") == "Connected", "the popup to say so")
    wait_until(lambda: is_connected(daemon), "the socket to open")
    pairing_id, *_ = gasoline(daemon, "pair", "--list").split()
    assert ORIGIN in gasoline(daemon, "pair", "--list")

    unpaired.end_event_page()
    wait_until(lambda: shown(popup, "#connection") == "Connected" and is_connected(daemon), "the next event page")

    gasoline(daemon, "pair", "--revoke", pairing_id)
    wait_until(lambda: shown(popup, "#connection") == "Not paired", "the popup to notice")
    wait_until(lambda: not is_connected(daemon), "the socket to close")
    assert ORIGIN not in gasoline(daemon, "pair", "--list")
