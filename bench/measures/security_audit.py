"""The security audit over full buffers, ordinary and hostile: in this process, without sockets."""

import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parts import Parts

from gasoline.model.events import MAX_ERROR_ENTRIES, REQUEST_BODY_BYTES, RESPONSE_BODY_BYTES
from gasoline.store.log_buffer import MAX_LOG_ENTRIES
from gasoline.store.store import MAX_NETWORK_BODIES, MAX_NETWORK_REQUESTS
from row import Must, Row
from spread import median, ms
from workbench import Workbench

ROUNDS = 5
FLOOD = 1_000
MUST = Must(250, "ms", tolerance=0.10, counts=False)
Text = Callable[[int, int], str]


def run(_: Workbench) -> list[Row]:
    return [
        _row("security audit, full buffers", _orders),
        _row("security audit, hostile: eyJ…", lambda _, size: ("eyJ" * size)[:size]),
        _row("security audit, hostile: eyJ….eyJ….", lambda _, size: ("eyJaaaaaaaaaa." * size)[:size]),
        _row("security audit, hostile: numbers", lambda _, size: ("4111 1111 1111 1112 " * size)[:size]),
    ]


def _orders(number: int, size: int) -> str:
    item = {
        "id": number,
        "name": "Lamp",
        "key": f"k{number}",
        "email": f"u{number}@corp.io",
        "at": "2026-01-31T12:00:00Z",
    }
    return json.dumps([item] * (size // (len(json.dumps(item)) + 2)))


def _row(what: str, text: Text) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        parts = _full(Path(folder), text)
        took = [_seconds(parts) for _ in range(ROUNDS)]
    best = median(took) * 1000
    return Row(what, f"{ms(best)} (n={ROUNDS})", must=MUST, value=best)


def _seconds(parts: Parts) -> float:
    start = time.perf_counter()
    reply = asyncio.run(parts.call("security_audit", severity_min="info"))
    assert not reply.is_error, reply.texts
    return time.perf_counter() - start


def _full(folder: Path, text: Text) -> Parts:
    parts = Parts(folder)
    parts.send("network_bodies", *(_body(number, text) for number in range(MAX_NETWORK_BODIES)))
    parts.send(
        "network", *({"id": f"r{n}", "url": f"https://a.test/{n}.js?v={n}"} for n in range(MAX_NETWORK_REQUESTS))
    )
    frames = ({"event": "message", "id": "w", "url": "wss://a.test/", "data": text(n, 4096)} for n in range(200))
    parts.send("websocket_events", *frames)
    for second in range((MAX_LOG_ENTRIES + MAX_ERROR_ENTRIES) // FLOOD):
        parts.clock.seconds += 2
        level = "error" if second == 0 else "log"
        parts.send("logs", *({"type": "console", "level": level, "args": [n, text(n, 300)]} for n in range(FLOOD)))
    return parts


def _body(number: int, text: Text) -> dict[str, Any]:
    return {
        "id": f"b{number}",
        "method": "POST",
        "url": f"https://a.test/api/{number}",
        "status": 200,
        "requestBody": text(number, REQUEST_BODY_BYTES),
        "responseBody": text(number, RESPONSE_BODY_BYTES),
        "contentType": "application/json",
        "pageUrl": "https://a.test/",
    }
