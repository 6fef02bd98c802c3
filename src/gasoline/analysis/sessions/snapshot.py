"""A snapshot of what is in the buffers: summaries, no bodies."""

from typing import Any

from msgspec.structs import replace

from gasoline.analysis.errors.console_issues import console_issues
from gasoline.analysis.sessions.called_endpoints import called_endpoints, failed_first, requests_in
from gasoline.analysis.sessions.websocket_states import websocket_states
from gasoline.kernel.performance.metrics import metrics_of
from gasoline.kernel.urls import without_query
from gasoline.model.activity import Activity, ConsoleIssue
from gasoline.model.events import MAX_ERROR_ENTRIES, parse_time
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.snapshot import PagePerformance, Snapshot

MAX_SNAPSHOT_ERRORS = 50  # FIX-10: console entries
MAX_SNAPSHOT_REQUESTS = 100  # FIX-10


def snapshot_of(activity: Activity, name: str, captured_at: str, url_filter: str) -> Snapshot:
    all_errors = console_issues(activity.entries, "error", MAX_ERROR_ENTRIES)
    all_endpoints = called_endpoints(requests_in(activity))
    endpoints = failed_first(all_endpoints, MAX_SNAPSHOT_REQUESTS)
    return Snapshot(
        name=name,
        captured_at=captured_at,
        url_filter=url_filter,
        page_url=_page(activity),
        errors=_without_context(all_errors[:MAX_SNAPSHOT_ERRORS]),
        more_errors={issue.key: issue.count for issue in all_errors[MAX_SNAPSHOT_ERRORS:]},
        warnings=_without_context(console_issues(activity.entries, "warn", MAX_SNAPSHOT_ERRORS)),
        endpoints=tuple(replace(endpoint, where="", last_ts="") for endpoint in endpoints),
        more_endpoints=frozenset(each.key for each in all_endpoints) - {each.key for each in endpoints},
        sockets=websocket_states(activity.connections, parse_time(captured_at).timestamp()),
        performance=_speed(activity.loads),
    )


def _without_context(issues: list[ConsoleIssue]) -> tuple[ConsoleIssue, ...]:
    """Without time and page, which no comparison of snapshots needs: many are kept."""
    return tuple(replace(issue, page="", last_ts="") for issue in issues)


def _page(activity: Activity) -> str:
    """The page of the latest event."""
    pages = [(action.ts, action.url) for action in activity.actions[:1]]
    pages += [(timing.ts, timing.page_url) for timing in activity.timings[:1] if isinstance(timing.page_url, str)]
    pages += [(body.ts, body.page_url) for body in activity.bodies[:1] if isinstance(body.page_url, str)]
    pages += [(entry.ts, entry.url) for entry, _ in activity.entries[:1]]
    known = [(parse_time(ts), page) for ts, page in pages if page]
    return without_query(max(known)[1]) if known else ""


def _speed(loads: list[PerformanceSnapshot]) -> PagePerformance | None:
    return PagePerformance(page=loads[0].page, metrics=metrics_of(loads[0])) if loads else None


def summary_of(snapshot: Snapshot) -> dict[str, Any]:
    """What `capture` reports about a snapshot."""
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
    return sum(error_counts(snapshot).values())


def error_counts(snapshot: Snapshot) -> dict[str, int]:
    """How often each error happened, those that are not listed included."""
    return {issue.key: issue.count for issue in snapshot.errors} | snapshot.more_errors


def _performance(performance: PagePerformance) -> dict[str, Any]:
    metrics = performance.metrics
    return {
        "load_time": metrics.get("load"),
        "request_count": metrics.get("requests"),
        "transfer_size": metrics.get("transfer_size"),
    }
