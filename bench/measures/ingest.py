"""Ingest: batches of 50 entries over keep-alive HTTP, sent by another process."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daemon import Daemon

from gasoline.ingest.flood_gate import FLOOD_ENTRIES_PER_S
from row import Must, Row
from spread import median, ms, percentile
from workbench import Workbench

ROUNDS = 3
SECONDS = 3
FOLDER = Path(__file__).parents[1]
RATE = Must(40_000, "entries/s", at_least=True, tolerance=0.10, counts=False)
LATENCY = Must(25, "ms", tolerance=0.10, counts=False)


def run(bench: Workbench) -> list[Row]:
    daemon = bench.daemon("ingest")
    ours: list[dict[str, Any]] = []
    bare: list[dict[str, Any]] = []
    with bare_server() as bare_port:
        for _ in range(ROUNDS):
            ours.append(send(daemon.port, SECONDS, token=daemon.token))
            bare.append(send(bare_port, SECONDS))
    assert_all_stored(daemon, ours)
    rate = median([_rate(report) for report in ours])
    bursts, least = median([_burst_rate(report) for report in ours]), median([_burst_rate(report) for report in bare])
    took = [took for report in ours for _, took in report["accepted"]]
    p99 = percentile(took, 0.99)
    size = ours[0]["body_bytes"]
    return [
        Row(
            f"ingest, accepted (batches of 50, {size / 1000:.0f} kB)",
            f"{rate:,.0f} entries/s (n={ROUNDS} × {SECONDS} s)",
            f"the gate: {FLOOD_ENTRIES_PER_S:,}/s, then 429",
            ratio=rate / FLOOD_ENTRIES_PER_S,
            must=RATE,
            value=rate,
        ),
        Row(
            "ingest, speed while the gate is open",
            f"{bursts:,.0f} entries/s",
            f"bare uvicorn, decode and keep: {least:,.0f}",
            ratio=bursts / least,
        ),
        Row(
            "ingest, p99 of the accepted",
            f"{ms(p99)} (p50 {ms(median(took))}, n={len(took):,})",
            "–",
            must=LATENCY,
            value=p99,
        ),
    ]


def send(port: int, seconds: int, entries: int = 0, token: str = "") -> dict[str, Any]:
    """The report of one run of the sender, which sends the token as the extension does."""
    command = [sys.executable, str(FOLDER / "flood_sender.py"), str(port), str(seconds), str(entries)]
    environment = {**os.environ, "SENDER_TOKEN": token}
    answer = subprocess.run(command, check=True, capture_output=True, timeout=120, env=environment)
    report: dict[str, Any] = json.loads(answer.stdout)
    return report


def assert_all_stored(daemon: Daemon, reports: list[dict[str, Any]]) -> None:
    """A batch that is accepted and thrown away as a repeat would be quick, and the measurement void."""
    logs = daemon.get("/health").json["buffers"]["logs"]
    accepted = sum(len(report["accepted"]) * report["batch"] for report in reports)
    assert logs["count"] + logs["evicted"] == accepted, (logs, accepted)


@contextmanager
def bare_server() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, str(FOLDER / "bare_ingest.py")], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10)


def _rate(report: dict[str, Any]) -> float:
    """Over whole seconds, waiting included."""
    inside = [end for end, _ in report["accepted"] if end <= SECONDS]
    return len(inside) * report["batch"] / SECONDS


def _burst_rate(report: dict[str, Any]) -> float:
    """Of each second only the time from its beginning to the last batch that was accepted."""
    ends = [end for end, _ in report["accepted"] if end < SECONDS]
    last = {int(end): end - int(end) for end in ends}
    return len(ends) * report["batch"] / sum(last.values())
