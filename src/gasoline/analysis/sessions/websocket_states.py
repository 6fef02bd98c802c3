"""How WebSocket connections stand, by address, and how that differs from before."""

from typing import Any

from gasoline.kernel.urls import without_query
from gasoline.model.events import WEBSOCKET_RATE_S, Traffic, WebSocketConnection, parse_time
from gasoline.model.snapshot import SocketState


def websocket_states(connections: list[WebSocketConnection], now_s: float) -> tuple[SocketState, ...]:
    """One for each address."""
    grouped: dict[str, list[WebSocketConnection]] = {}
    for connection in connections:
        grouped.setdefault(without_query(connection.url), []).append(connection)
    return tuple(_socket(url, group, now_s) for url, group in grouped.items())


def _socket(url: str, group: list[WebSocketConnection], now_s: float) -> SocketState:
    """Open if any of the connections is."""
    live = [connection for connection in group if connection.state == "open"]
    rates = (
        message_rate(side, parse_time(connection.ts).timestamp(), now_s)
        for connection in live
        for side in (connection.incoming, connection.outgoing)
    )
    return SocketState(url=url, state="open" if live else "closed", message_rate=round(sum(rates), 1))


def websocket_changes(before: tuple[SocketState, ...], after: tuple[SocketState, ...]) -> list[dict[str, Any]]:
    """Addresses whose connection is there on one side only, or in another state."""
    was = {socket.url: socket.state for socket in before}
    now = {socket.url: socket.state for socket in after}
    return [
        {"url": url, "before": was.get(url), "after": now.get(url)}
        for url in {**was, **now}
        if was.get(url) != now.get(url)
    ]


def message_rate(traffic: Traffic, since_s: float, now_s: float) -> float:
    """Over the last few seconds, or since the connection exists; seconds without a count had no message."""
    oldest = int(now_s) - WEBSOCKET_RATE_S + 1
    count = sum(number for age, number in enumerate(traffic.counts) if traffic.second - age >= oldest)
    span_s = now_s - max(oldest, since_s)
    return round(count / max(span_s, 1.0), 1)
