"""Records the sessions of the bugs in a real browser: `record.py [NAME…]`."""

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests" / "support")]

from daemon import Daemon  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from browser import EXTENSION, Browser  # noqa: E402
from evals.bugs import ALL, Bug  # noqa: E402
from evals.site import site  # noqa: E402

SESSIONS = Path(__file__).parent / "sessions"
RECORDER = Path(__file__).with_name("recording_server.py")
PORT = 5173
"""That of many development servers; it is in every recorded address."""


class RecordingDaemon(Daemon):
    def _program(self) -> list[str]:
        return [str(RECORDER)]


def record(bug: Bug, folder: Path) -> None:
    record_file = folder / "record.jsonl"
    os.environ["GASOLINE_RECORD"] = str(record_file)
    daemon = RecordingDaemon(folder / "state")
    try:
        with sync_playwright() as playwright, site(PORT) as url:
            browser = Browser(playwright, folder / "profile", EXTENSION)
            browser.connect(daemon)
            browser.set_switch("Capture Network Bodies", on=True)
            page = browser.open(f"{url}/{bug.name}/")
            page.bring_to_front()
            bug.use(page)
            for tool, arguments in bug.calls:
                daemon.reply(tool, **arguments)
            browser.close()
    finally:
        daemon.stop()
    (SESSIONS / f"{bug.name}.jsonl").write_bytes(record_file.read_bytes())


def main(names: list[str]) -> None:
    SESSIONS.mkdir(exist_ok=True)
    for bug in ALL:
        if not names or bug.name in names:
            print(f"recording {bug.name} …")
            with tempfile.TemporaryDirectory(prefix="gasoline-evals-", ignore_cleanup_errors=True) as folder:
                record(bug, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
