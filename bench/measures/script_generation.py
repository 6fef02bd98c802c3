"""How long scripts take to write when every buffer is full."""

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from parts import Parts

import workbench  # noqa: F401  first: it makes the tests' support modules importable
from gasoline.model.events import MAX_ERROR_ENTRIES
from gasoline.model.wire import MAX_ACTIONS
from gasoline.store.store import MAX_NETWORK_BODIES
from row import Must, Row
from workbench import Workbench

RUNS = 20
PAGE = "http://localhost:3000/shop"
REPRODUCTION_MS = 50
TEST_MS = 200


def run(_: Workbench) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        parts = _full(Path(folder))
        return [
            _row(parts, "reproduction, full buffers", "get_reproduction_script", REPRODUCTION_MS, {}),
            _row(parts, "test with fixtures, full buffers", "generate_test", TEST_MS, {"fixtures": True}),
        ]


def _row(parts: Parts, what: str, tool: str, must_ms: float, arguments: dict[str, Any]) -> Row:
    times = [_time(parts, tool, arguments) for _ in range(RUNS)]
    median = statistics.median(times)
    shown = f"{median:.1f} ms, at most {max(times):.1f} ms"
    return Row(what, shown, must=Must(must_ms, "ms", counts=False), value=median)


def _time(parts: Parts, tool: str, arguments: dict[str, Any]) -> float:
    start = time.process_time()
    asyncio.run(parts.ask(tool, **arguments))
    return (time.process_time() - start) * 1000


def _full(folder: Path) -> Parts:
    parts = Parts(folder)
    body = json.dumps({"rows": [{"id": number, "name": "x" * 100} for number in range(120)]})
    selectors = {"role": {"role": "button", "name": "Place order " * 5}, "cssPath": "main > div > button"}
    for number in range(MAX_ACTIONS):
        stamp = {"url": PAGE, "ts": f"2026-01-31T12:{number:02}:00.000Z"}
        parts.send("actions", {**stamp, "type": "click", "selectors": selectors})
        parts.send("dom_snapshots", {**stamp, "elements": [{"role": "heading", "level": 1, "text": "Shop"}] * 5})
        for place in range(MAX_NETWORK_BODIES // MAX_ACTIONS):
            call = {"method": "GET", "status": 200, "responseBody": body, "contentType": "application/json"}
            later = {"id": f"r{number}.{place}", "ts": f"2026-01-31T12:{number:02}:00.100Z"}
            parts.send("network_bodies", {**stamp, **later, **call, "url": f"http://localhost:3000/api/{place}a"})
    for number in range(MAX_ERROR_ENTRIES):
        parts.send("logs", {"url": PAGE, "ts": "2026-01-31T12:30:00Z", "type": "exception", "message": f"e{number}"})
    return parts
