"""A snapshot of what is in the buffers and on the page: summaries, no bodies."""

from collections.abc import Set
from statistics import median
from typing import Any

from msgspec import msgpack
from msgspec.structs import replace

from gasoline.analysis.errors.console_issues import console_issues
from gasoline.analysis.sessions.called_endpoints import called_endpoints, failed_first, requests_in
from gasoline.analysis.sessions.read_page_state import PAGE_STATE_BYTES, page_state_of
from gasoline.analysis.sessions.websocket_states import websocket_states
from gasoline.kernel.performance.snapshot_metrics import metrics_of
from gasoline.kernel.urls import without_query
from gasoline.model.activity import Activity, ConsoleIssue
from gasoline.model.events import MAX_ERROR_ENTRIES, parse_time
from gasoline.model.metrics import Metric, Metrics
from gasoline.model.page_state import VisibleText
from gasoline.model.snapshot import PagePerformance, Snapshot
from gasoline.model.units import KIB

MAX_SNAPSHOT_ERRORS = 50  # FIX-10: console entries
MAX_SNAPSHOT_REQUESTS = 100  # FIX-10
MEASURED_LOADS = 3  # FIX-15: on each side
SNAPSHOT_BYTES = 50 * KIB  # FIX-10
STATE_OVERHEAD_BYTES = 150  # of a page's state, beside its texts and shapes

TIMES: tuple[Metric, ...] = ("load", "fcp", "lcp", "long_tasks", "total_blocking_time")
"""What depends on caches and on what else the machine does."""


def snapshot_of(
    activity: Activity,
    name: str,
    captured_at: str,
    url_filter: str,
    text: VisibleText | str,
    *,
    has_bodies: bool,
    failed_before: Set[str] = frozenset(),
) -> Snapshot:
    """`text`: what the page shows, or why that is unknown. `failed_before`: endpoints that failed in others."""
    snapshot = _of_buffers(activity, name, captured_at, url_filter, failed_before)
    room = min(PAGE_STATE_BYTES, SNAPSHOT_BYTES - len(msgpack.encode(snapshot)) - STATE_OVERHEAD_BYTES)
    return replace(snapshot, state=page_state_of(activity, text, has_bodies=has_bodies, room=room))


def _of_buffers(activity: Activity, name: str, captured_at: str, url_filter: str, failed_before: Set[str]) -> Snapshot:
    all_errors = console_issues(activity.entries, "error", MAX_ERROR_ENTRIES)
    all_endpoints = called_endpoints(requests_in(activity, failed_before))
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
        performance=_speed(activity),
    )


def _without_context(issues: list[ConsoleIssue]) -> tuple[ConsoleIssue, ...]:
    """Drops time and page, which comparisons do not need, because many issues are kept."""
    return tuple(replace(issue, page="", last_ts="") for issue in issues)


def _page(activity: Activity) -> str:
    """The page of the latest event."""
    pages = [(action.ts, action.url) for action in activity.actions[:1]]
    pages += [(timing.ts, timing.page_url) for timing in activity.timings[:1] if isinstance(timing.page_url, str)]
    pages += [(body.ts, body.page_url) for body in activity.bodies[:1] if isinstance(body.page_url, str)]
    pages += [(entry.ts, entry.url) for entry, _ in activity.entries[:1]]
    known = [(parse_time(ts), page) for ts, page in pages if page]
    return without_query(max(known)[1]) if known else ""


def _speed(activity: Activity) -> PagePerformance | None:
    if not activity.loads:
        return None
    latest = activity.loads[0]
    loads = activity.times.get(latest.page, ())[-MEASURED_LOADS:]
    performance = PagePerformance(page=latest.page, metrics=metrics_of(latest))
    if len(loads) < MEASURED_LOADS:
        return performance
    usual = _medians([metrics for _, metrics in loads])
    return replace(performance, usual=usual, since=loads[0][0], until=loads[-1][0])


def _medians(loads: list[Metrics]) -> Metrics:
    """The median of each metric that all loads have."""
    return {
        name: median(values)
        for name in TIMES
        if len(values := [value for load in loads if (value := load.get(name)) is not None]) == len(loads)
    }


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
