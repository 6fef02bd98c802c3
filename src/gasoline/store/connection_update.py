"""Derives a connection's state from its events, for senders that do not report it."""

import msgspec
from msgspec.structs import replace

from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.model.bounds import KEY_CHARS, MAX_OBJECT_KEYS
from gasoline.model.events import (
    WEBSOCKET_PREVIEW_CHARS,
    WEBSOCKET_RATE_S,
    Traffic,
    WebSocketConnection,
    WebSocketEvent,
    parse_time,
)


def updated_connection(known: WebSocketConnection | None, event: WebSocketEvent) -> WebSocketConnection:
    """The state after this event; without a previous state, the event creates the connection."""
    connection = known or WebSocketConnection(id=event.id, ts=event.ts, url=event.url, tab_id=event.tab_id)
    if event.untrusted_frame is True:
        connection = replace(connection, untrusted_frame=True)
    match event.event:
        case "open":
            return replace(connection, state="open", opened_at=event.ts)
        case "close":
            code, reason = event.code or None, event.reason or ""
            return replace(connection, state="closed", closed_at=event.ts, close_code=code, close_reason=reason)
        case "message":
            return _with_message(connection, event)
    return connection


def _with_message(connection: WebSocketConnection, event: WebSocketEvent) -> WebSocketConnection:
    keys = _keys(event.data or "")
    if keys:
        known = sorted({*connection.keys, *keys})[:MAX_OBJECT_KEYS]
        connection = replace(connection, keys=known, json_messages=connection.json_messages + 1)
    if event.direction == "outgoing":
        return replace(connection, outgoing=_counted(connection.outgoing, event))
    return replace(connection, incoming=_counted(connection.incoming, event))


def _counted(traffic: Traffic, event: WebSocketEvent) -> Traffic:
    data = event.data or ""
    count = 1 + (event.sampled or 0)
    second = int(parse_time(event.ts).timestamp())
    passed = max(0, second - traffic.second) if traffic.second else WEBSOCKET_RATE_S
    counts = [0] * min(passed, WEBSOCKET_RATE_S) + traffic.counts
    counts = counts or [0]
    counts[0] += count
    return Traffic(
        total=traffic.total + count,
        bytes=traffic.bytes + (event.size or len(data.encode())),
        at=event.ts,
        preview=redacted_prefix(data, WEBSOCKET_PREVIEW_CHARS),
        second=max(second, traffic.second),
        counts=counts[:WEBSOCKET_RATE_S],
    )


def _keys(data: str) -> list[str]:
    if not data.startswith("{"):
        return []
    try:
        return [key[:KEY_CHARS] for key in msgspec.json.decode(data, type=dict[str, msgspec.Raw])]
    except (msgspec.DecodeError, RecursionError):
        return []
