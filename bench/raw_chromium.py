"""A Chromium that nobody is attached to: what a page costs there is what it costs a person."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from browser import FLAGS
from gasoline.commands.find_browser import find_browser

CPUCLOCK_SCHED = 2  # the scheduler's clock of a process, as clock_getcpuclockid(3) names it; /proc has steps of 10 ms


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

    def page_cpu_ms(self) -> float:
        """Processor time of the processes that run pages, without the one of the extension's worker."""
        return self._cpu_ms(lambda command: "--type=renderer" in command and "--extension-process" not in command)

    def cpu_ms(self) -> float:
        """Processor time of all processes."""
        return self._cpu_ms(lambda _: True)

    def close(self) -> None:
        self._signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._signal(signal.SIGKILL)
        self._process.wait(5)

    def _cpu_ms(self, counts: Callable[[str], bool]) -> float:
        total = 0.0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                is_ours = int(fields[3]) == self._process.pid  # the session
                if is_ours and counts((folder / "cmdline").read_text().replace("\0", " ")):
                    total += time.clock_gettime(~int(folder.name) << 3 | CPUCLOCK_SCHED) * 1000
        return total

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)
