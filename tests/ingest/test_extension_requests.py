"""Every request of the extension's worker to the server goes through `fetchServer`, which omits cookies."""

import re
from pathlib import Path

WORKER = Path(__file__).parents[2] / "extension" / "src" / "worker"
NOT_TO_THE_SERVER = {
    "server/fetchServer.ts": "is that function",
    "ownDefaults.ts": "a file of the extension itself",
    "queries/screenshot.ts": "a data: address",
    "snippets/readText.ts": "source files of a page, which must come as the page got them; refuses redirects",
}
CALL = re.compile(r"(?<![.\w])fetch\(|XMLHttpRequest|EventSource|sendBeacon")


def test_nothing_else_in_the_worker_makes_requests() -> None:
    calling = {
        path.relative_to(WORKER).as_posix() for path in WORKER.rglob("*.ts") if CALL.search(path.read_text("utf-8"))
    }
    assert calling == set(NOT_TO_THE_SERVER)
