"""`gasoline browser`: one command from nothing to captured events, on any port."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from daemon import Daemon, wait_until
from site_for_tests import Site


# PAGE-03
def test_a_page_opened_by_the_command_is_captured_from_its_first_line(
    daemon: Daemon, site: Site, tmp_path: Path
) -> None:
    # The second time the profile has been used before.
    for word in ("new profile", "used profile"):
        url = site.page(f"/{word[:4].strip()}", f"<!doctype html><script>console.error('{word}')</script>")
        command = [sys.executable, "-m", "gasoline", "browser", url, "--headless"]
        with (tmp_path / "browser.log").open("wb") as log:
            process = subprocess.Popen(command, env=daemon.environment, stdout=log, stderr=log)
        try:
            wait_until(lambda word=word: [word] in _said(daemon), f"what the page said with a {word}")
        finally:
            os.kill(process.pid, signal.SIGINT)
            process.wait(15)


def _said(daemon: Daemon) -> list[list[str]]:
    return [error["args"] for error in daemon.call("observe", what="errors")]
