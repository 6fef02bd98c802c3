"""Memory of the daemon after 100,000 entries, and whether it kept the newest."""

from measures.ingest import assert_all_stored, send
from row import Must, Row
from workbench import Workbench, resident_mb

ENTRIES = 100_000
MUST = Must(90, "MB", tolerance=0.05)
NONE_LOST = Must(0, "lost")


def run(bench: Workbench) -> list[Row]:
    daemon = bench.daemon("memory")
    before = resident_mb(daemon.process.pid)
    report = send(daemon.port, 0, ENTRIES)
    assert_all_stored(daemon, [report])
    after = resident_mb(daemon.process.pid)
    sent = len(report["accepted"]) * report["batch"]
    [newest] = daemon.call("observe", what="logs", limit=1)
    lost = int(newest["args"][0] != report["newest"])
    return [
        Row(
            f"daemon after {sent:,} entries", f"{after:.1f} MB", f"at its start {before:.1f} MB", must=MUST, value=after
        ),
        Row("newest entry after the flood", "lost" if lost else "kept", must=NONE_LOST, value=lost),
    ]
