"""`gasoline browser`: one command from nothing to captured events, on any port."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from daemon import Daemon, wait_until
from site_for_tests import Site


def test_a_page_opened_by_the_command_is_captured(daemon: Daemon, site: Site, tmp_path: Path) -> None:
    # Again and again: a browser that has just started may show its first page before it has loaded its extension.
    telling = "<script>setInterval(() => console.error('opened by the command'), 200)</script>"
    url = site.page("/by-command", f"<!doctype html>{telling}")
    command = [sys.executable, "-m", "gasoline", "browser", url, "--headless"]
    with (tmp_path / "browser.log").open("wb") as log:
        process = subprocess.Popen(command, env=daemon.environment, stdout=log, stderr=log)
    try:
        errors = wait_until(lambda: daemon.call("observe", what="errors"), "the page's error")
        assert errors[0]["args"] == ["opened by the command"]
    finally:
        os.kill(process.pid, signal.SIGINT)
        process.wait(15)
