"""What the extension costs a page that logs: 10,000 messages, and a flood of 100,000."""

from page_turns import QUIET_AFTER_FLOOD_S, Job, PageTurns, times
from row import Must, Row
from stdio_client import StdioClient
from workbench import SERVER, Workbench, resident_mb

NONE_LOST = Must(0, "lost")
MEMORY = Must(100, "MB", tolerance=0.05)
WATCH_MS = 500


def jobs() -> list[Job]:
    logs = {"kind": "log", "count": 10_000, "watchMs": WATCH_MS}
    flood = {"kind": "log", "count": 100_000, "watchMs": WATCH_MS}
    # A flood passes the bounds on purpose; a tenth of it shows that capture was on.
    return [
        Job("10,000 console.log", logs, times(1.55), turns=11, least=10_000),
        Job("100,000 console.log", flood, times(1.8), turns=5, least=10_000, quiet_s=QUIET_AFTER_FLOOD_S),
    ]


def run(bench: Workbench) -> list[Row]:
    pages, planned = PageTurns(bench, "console"), jobs()
    rows = pages.run(planned)
    flood = planned[-1]
    with StdioClient(SERVER, pages.daemon.environment) as client:
        client.greet()
        client.list_tools()
        daemon_mb, client_mb = resident_mb(pages.daemon.process.pid), resident_mb(client.process.pid)
    memory, parts = daemon_mb + client_mb, f"{daemon_mb:.0f} + {client_mb:.0f} MB"
    return [
        *rows,
        Row("  newest of them kept", f"lost {flood.lost} of {flood.turns} times", must=NONE_LOST, value=flood.lost),
        Row("  daemon and client after it", f"{memory:.0f} MB", parts, must=MEMORY, value=memory),
    ]
