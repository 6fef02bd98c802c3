"""Memory of the daemon after 100,000 entries, also with a client, and whether it kept the newest."""

from daemon import Daemon

from measures.ingest import assert_all_stored, send
from row import Must, Row
from stdio_client import StdioClient
from workbench import SERVER, Workbench, resident_mb

ENTRIES = 100_000
MUST = Must(90, "MB", tolerance=0.05)
WITH_CLIENT = Must(100, "MB", tolerance=0.05)
NONE_LOST = Must(0, "lost")


def run(bench: Workbench) -> list[Row]:
    daemon = bench.daemon("memory")
    before = resident_mb(daemon.process.pid)
    report = send(daemon.port, 0, ENTRIES)
    assert_all_stored(daemon, [report])
    after = resident_mb(daemon.process.pid)
    sent = len(report["accepted"]) * report["batch"]
    with_client, client = _with_client(daemon)
    [newest] = daemon.call("observe", what="logs", limit=1)
    lost = int(newest["args"][0] != report["newest"])
    return [
        Row(
            f"daemon after {sent:,} entries", f"{after:.1f} MB", f"at its start {before:.1f} MB", must=MUST, value=after
        ),
        Row(
            "daemon and one client that read the newest entries",
            f"{with_client:.1f} MB",
            f"of it the client {client:.1f} MB",
            must=WITH_CLIENT,
            value=with_client,
        ),
        Row("newest entry after the flood", "lost" if lost else "kept", must=NONE_LOST, value=lost),
    ]


def _with_client(daemon: Daemon) -> tuple[float, float]:
    """What both use together, and the client of it."""
    with StdioClient(SERVER, daemon.environment) as client:
        client.greet()
        client.list_tools()
        client.ask(3, "tools/call", {"name": "observe", "arguments": {"what": "logs"}})
        own = resident_mb(client.process.pid)
        return own + resident_mb(daemon.process.pid), own
