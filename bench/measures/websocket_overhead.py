"""What the extension costs a page with a busy WebSocket: the same messages with and without it, in turns."""

from gasoline.model import limits
from measures.page_overhead import Job, measure, open_both, times
from row import Row
from workbench import Workbench

COUNT = 10_000


def jobs() -> list[Job]:
    incoming = {"kind": "socket", "count": COUNT, "send": COUNT, "take": 0}
    outgoing = {"kind": "socket", "count": COUNT, "send": 0, "take": COUNT}
    return [
        Job("10,000 WebSocket messages in", incoming, times(1.3), 7, least=limits.WEBSOCKET_BURST),
        Job("10,000 WebSocket messages out", outgoing, times(1.3), 7, least=limits.WEBSOCKET_BURST),
    ]


def run(bench: Workbench) -> list[Row]:
    daemon, site = open_both(bench, "websocket")
    planned = jobs()
    measure(daemon, site, planned)
    return [row for job in planned for row in job.rows()]
