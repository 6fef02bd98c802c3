"""Streaming: how late a client is notified once the throttle allows it, and what a flood of events costs."""

import time
from typing import Any

from daemon import Daemon
from forwarder_client import McpClient

from gasoline.watchers.notification_pace import NOTICES_PER_MINUTE
from row import Must, Row
from spread import median, ms, percentile
from workbench import SERVER, Workbench

CLIENTS = 20
FLOOD_BATCHES, FLOOD_BATCH = 20, 500
THROTTLE_S = 1
LATENCY = Must(1_000, "ms")
NOTIFICATIONS = Must(2, "notifications")


def run(bench: Workbench) -> list[Row]:
    late = first_notices(bench)
    told, took_s = flood(bench)
    events = FLOOD_BATCHES * FLOOD_BATCH
    return [
        Row(
            "a significant event → its notification, throttle open",
            f"p95 {ms(percentile(late, 0.95))} (p50 {ms(median(late))}, n={len(late)})",
            must=LATENCY,
            value=percentile(late, 0.95),
        ),
        Row(
            f"{events:,} significant events in {took_s:.1f} s",
            f"{told} notifications ({events / took_s:,.0f} events/s)",
            f"allowed: {NOTICES_PER_MINUTE} a minute",
            must=NOTIFICATIONS,
            value=told,
        ),
    ]


def first_notices(bench: Workbench) -> list[float]:
    """Milliseconds from the POST of an event until each of several clients has its notification."""
    daemon = bench.daemon("streaming")
    talks = [client(bench, daemon) for _ in range(CLIENTS)]
    late = []
    for talk in talks:
        configure(talk)
        begin = time.perf_counter()
        post(daemon, [failure(f"/one{len(late)}x")])
        talk.next_message()
        late.append((time.perf_counter() - begin) * 1000)
        talk.discard()
    return late


def flood(bench: Workbench) -> tuple[int, float]:
    """Thousands of different errors: how many notifications the client gets, and how long the server took."""
    daemon = bench.daemon("streaming-flood")
    talk = client(bench, daemon)
    configure(talk)
    begin = time.perf_counter()
    for batch in range(FLOOD_BATCHES):
        post(daemon, [failure(f"/b{batch}x{number}y") for number in range(FLOOD_BATCH)])
    took_s = time.perf_counter() - begin
    told = count = 0
    while count < FLOOD_BATCHES * FLOOD_BATCH:
        context = talk.next_message()["params"]["context"]
        count += len(context.get("events", [0])) + context.get("left_out", 0)
        told += 1
    talk.discard()
    return told, took_s


def client(bench: Workbench, daemon: Daemon) -> McpClient:
    talk = McpClient(SERVER, daemon.environment, bench.folder)
    talk.initialize()
    return talk


def configure(talk: McpClient) -> None:
    talk.ask("tools/call", name="configure_streaming", arguments={"enabled": True, "throttle_seconds": THROTTLE_S})


def failure(path: str) -> dict[str, Any]:
    return {"type": "network", "method": "GET", "url": f"http://localhost:3000{path}", "status": 500}


def post(daemon: Daemon, entries: list[dict[str, Any]]) -> None:
    answer = daemon.post("/logs", {"entries": entries}, **{"X-Gasoline-Token": daemon.token})
    assert answer.json["received"] == len(entries)
