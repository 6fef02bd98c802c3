"""A Chromium that nobody is attached to: what a page costs there is what it costs a person."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from browser import FLAGS
from gasoline.launch.find_browser import find_browser


class RawChromium:
    """Started with one address; ends as a group, since a browser is many processes."""

    def __init__(self, profile: Path, address: str, extension: Path | None = None) -> None:
        flags = ["--headless=new", f"--user-data-dir={profile}", *FLAGS]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")  # Chromium refuses to run as root otherwise
        if extension:
            flags += [f"--disable-extensions-except={extension}", f"--load-extension={extension}"]
        null = subprocess.DEVNULL
        self._process = subprocess.Popen(
            [str(find_browser()), *flags, address], stdin=null, stdout=null, stderr=null, start_new_session=True
        )

    def close(self) -> None:
        self._signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._signal(signal.SIGKILL)
        self._process.wait(5)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)
