"""What every measurement needs: a folder that goes away, daemons and browsers that end with it."""

import shutil
import sys
import tempfile
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "support"))

from daemon import Daemon  # noqa: E402
from playwright.sync_api import Playwright, sync_playwright  # noqa: E402

from browser import EXTENSION, Browser  # noqa: E402

SERVER = [str(Path(sys.executable).with_name("gasoline")), "mcp"]


class Workbench(ExitStack):
    """Whatever is taken from it is stopped at its end, the newest first."""

    @cached_property
    def folder(self) -> Path:
        return Path(
            self.enter_context(tempfile.TemporaryDirectory(prefix="gasoline-bench-", ignore_cleanup_errors=True))
        )

    @cached_property
    def extension(self) -> Path:
        """A copy, so that no build changes it during a run."""
        return Path(shutil.copytree(EXTENSION, self.folder / "extension"))

    @cached_property
    def playwright(self) -> Playwright:
        return self.enter_context(sync_playwright())

    @cached_property
    def shared_daemon(self) -> Daemon:
        """For measurements that leave nothing behind."""
        return self.daemon("shared")

    def daemon(self, name: str) -> Daemon:
        daemon = Daemon(self.folder / name / "state")
        self.callback(daemon.stop)
        return daemon

    def browser(self, profile: Path, daemon: Daemon) -> Browser:
        """A browser that Playwright drives, connected; close it when done."""
        browser = Browser(self.playwright, profile, self.extension)
        browser.connect(daemon)
        return browser


def resident_mb(pid: int) -> float:
    """Resident memory of a process in megabytes (10^6 bytes)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise AssertionError(f"process {pid} has no memory")
