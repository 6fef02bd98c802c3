"""How WebSocket connections stand, by address, and how that differs from before."""

from typing import Any

from gasoline.analysis.endpoints import without_query
from gasoline.analysis.message_rate import message_rate
from gasoline.model.events import WebSocketConnection, parse_time
from gasoline.model.snapshot import SocketState


def socket_states(connections: list[WebSocketConnection], now_s: float) -> tuple[SocketState, ...]:
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


def socket_changes(before: tuple[SocketState, ...], after: tuple[SocketState, ...]) -> list[dict[str, Any]]:
    """Addresses whose connection is there on one side only, or in another state."""
    was = {socket.url: socket.state for socket in before}
    now = {socket.url: socket.state for socket in after}
    return [
        {"url": url, "before": was.get(url), "after": now.get(url)}
        for url in {**was, **now}
        if was.get(url) != now.get(url)
    ]
