"""`gasoline browser`: one command from nothing to captured events, on any port."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from firefox import required_firefox
from site_for_tests import Site


# PAGE-03, CLI-04
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_page_opened_by_the_command_is_captured_from_its_first_line(
    daemon: Daemon, site: Site, tmp_path: Path, browser: str
) -> None:
    environment = dict(daemon.environment)
    if browser == "firefox":
        environment["GASOLINE_FIREFOX"] = required_firefox()
    # The second time the profile has been used before.
    for word in ("new profile", "used profile"):
        script = f"console.error('{word}', navigator.webdriver)"
        url = site.page(f"/{word[:4].strip()}", f"<!doctype html><script>{script}</script>")
        flags = ["--headless", *(["--firefox"] if browser == "firefox" else [])]
        command = [sys.executable, "-m", "gasoline", "browser", url, *flags]
        with (tmp_path / "browser.log").open("wb") as log:
            process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            wait_until(lambda word=word: [word, False] in _said(daemon), f"what the page said with a {word}")
        finally:
            os.kill(process.pid, signal.SIGINT)
            process.wait(15)


def _said(daemon: Daemon) -> list[list[str]]:
    return [error["args"] for error in daemon.call("observe", what="errors")]
