"""A snapshot of what is in the buffers: summaries, no bodies."""

from typing import Any

from msgspec.structs import replace

from gasoline.analysis.called_endpoints import called_endpoints, failed_first, requests_in
from gasoline.analysis.console_issues import console_issues
from gasoline.analysis.endpoints import without_query
from gasoline.analysis.message_rate import message_rate
from gasoline.model import limits
from gasoline.model.activity import Activity
from gasoline.model.events import WebSocketConnection, parse_time
from gasoline.model.snapshot import PagePerformance, Snapshot, SocketState


def snapshot_of(
    activity: Activity, name: str, captured_at: str, url_filter: str, performance: PagePerformance | None
) -> Snapshot:
    endpoints = failed_first(called_endpoints(requests_in(activity)), limits.SNAPSHOT_REQUESTS)
    return Snapshot(
        name=name,
        captured_at=captured_at,
        url_filter=url_filter,
        page_url=_page(activity),
        errors=tuple(console_issues(activity.entries, "error", limits.SNAPSHOT_ERRORS)),
        warnings=tuple(console_issues(activity.entries, "warn", limits.SNAPSHOT_ERRORS)),
        endpoints=tuple(replace(endpoint, where="") for endpoint in endpoints),
        sockets=tuple(_sockets(activity.connections, parse_time(captured_at).timestamp())),
        performance=performance,
    )


def _page(activity: Activity) -> str:
    """The page that was heard of last."""
    pages = [(action.ts, action.url) for action in activity.actions[:1]]
    pages += [(timing.ts, timing.page_url) for timing in activity.timings[:1] if isinstance(timing.page_url, str)]
    pages += [(body.ts, body.page_url) for body in activity.bodies[:1] if isinstance(body.page_url, str)]
    pages += [(entry.ts, entry.url) for entry, _ in activity.entries[:1]]
    known = [(parse_time(ts), page) for ts, page in pages if page]
    return without_query(max(known)[1]) if known else ""


def _sockets(connections: list[WebSocketConnection], now_s: float) -> list[SocketState]:
    """One for each address."""
    grouped: dict[str, list[WebSocketConnection]] = {}
    for connection in connections:
        grouped.setdefault(without_query(connection.url), []).append(connection)
    return [_socket(url, group, now_s) for url, group in grouped.items()]


def _socket(url: str, group: list[WebSocketConnection], now_s: float) -> SocketState:
    """Open if any of the connections is."""
    live = [connection for connection in group if connection.state == "open"]
    rates = (
        message_rate(side, parse_time(connection.ts).timestamp(), now_s)
        for connection in live
        for side in (connection.incoming, connection.outgoing)
    )
    return SocketState(url=url, state="open" if live else "closed", message_rate=round(sum(rates), 1))


def summary_of(snapshot: Snapshot) -> dict[str, Any]:
    """What `capture` tells of a snapshot."""
    performance = snapshot.performance
    return {
        "captured_at": snapshot.captured_at,
        "console_errors": error_count(snapshot),
        "console_warnings": sum(issue.count for issue in snapshot.warnings),
        "network_requests": sum(endpoint.calls for endpoint in snapshot.endpoints),
        "network_errors": sum(endpoint.failures for endpoint in snapshot.endpoints),
        "websocket_connections": sum(socket.state == "open" for socket in snapshot.sockets),
        **({"performance": _performance(performance)} if performance else {}),
        "unique_endpoints": len(snapshot.endpoints),
        "page_url": snapshot.page_url,
    }


def error_count(snapshot: Snapshot) -> int:
    return sum(issue.count for issue in snapshot.errors)


def _performance(performance: PagePerformance) -> dict[str, Any]:
    metrics = performance.metrics
    return {
        "load_time": metrics.get("load"),
        "request_count": metrics.get("requests"),
        "transfer_size": metrics.get("transfer_size"),
    }
