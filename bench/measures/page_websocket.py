"""What the extension costs a page with a busy WebSocket."""

from extension_constants import extension_constant

from page_turns import Job, PageTurns, times
from row import Row
from workbench import Workbench

COUNT = 10_000


def jobs() -> list[Job]:
    incoming = {"kind": "socket", "send": COUNT, "take": 0}
    outgoing = {"kind": "socket", "send": 0, "take": COUNT}
    least = extension_constant("WEBSOCKET_BURST")
    return [
        Job("10,000 WebSocket messages in", incoming, times(1.15), turns=15, least=least),
        Job("10,000 WebSocket messages out", outgoing, times(1.15), turns=15, least=least),
    ]


def run(bench: Workbench) -> list[Row]:
    return PageTurns(bench, "websocket").run(jobs())
