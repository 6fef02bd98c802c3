"""How two snapshots differ, and whether that is for the better."""

from typing import Any, Literal

from gasoline.analysis.sessions.network_diff import network_diff
from gasoline.analysis.sessions.page_changes import page_changes
from gasoline.analysis.sessions.take_snapshot import TIMES, error_counts
from gasoline.analysis.sessions.websocket_states import websocket_changes
from gasoline.kernel.performance.regressions import change, regressions, rounded
from gasoline.model.activity import ConsoleIssue
from gasoline.model.events import parse_time
from gasoline.model.metrics import Metric, Metrics
from gasoline.model.snapshot import PagePerformance, Snapshot

Verdict = Literal["improved", "regressed", "unchanged", "mixed"]


def compare_snapshots(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """`diff` and `summary` of the answer."""
    was, now = error_counts(before), error_counts(after)
    new, resolved = now.keys() - was.keys(), was.keys() - now.keys()
    network = network_diff(before, after)
    performance = performance_diff(before.performance, after.performance)
    worse = sum(metric["regression"] for metric in performance.values())
    undecided = undecided_regressions(before, after)
    page = page_changes(before.state, after.state)
    return {
        "diff": {
            "errors": {
                "new": _shown([issue for issue in after.errors if issue.key in new]),
                "resolved": _shown([issue for issue in before.errors if issue.key in resolved]),
                "unchanged": _shown([issue for issue in after.errors if issue.key in was]),
            },
            "network": network.shown(),
            "performance": performance,
            "websockets": {"connection_changes": websocket_changes(before.sockets, after.sockets)},
            **({"page": page.differences()} if page.is_compared else {}),
        },
        "summary": {
            "verdict": verdict(
                resolved=len(resolved) + len(network.resolved),
                new=len(new) + len(network.new_errors),
                slower=worse - len(undecided),
            ),
            "new_errors": sum(now[key] for key in new),
            "resolved_errors": sum(was[key] for key in resolved),
            "performance_regressions": worse,
            "new_network_errors": len(network.new_errors),
            "resolved_network_errors": len(network.resolved),
        },
    }


def verdict(*, resolved: int, new: int, slower: int) -> Verdict:
    """The first row that holds."""
    is_worse = new > 0 or slower > 0
    table: tuple[tuple[bool, Verdict], ...] = (
        (resolved > 0 and is_worse, "mixed"),
        (is_worse, "regressed"),
        (resolved > 0, "improved"),
    )
    return next((name for holds, name in table if holds), "unchanged")


def _shown(issues: list[ConsoleIssue]) -> list[dict[str, Any]]:
    return [{"type": "console", "message": issue.message, "count": issue.count} for issue in issues]


NAMES: dict[Metric, str] = {
    "load": "load_time",
    "fcp": "fcp",
    "lcp": "lcp",
    "requests": "request_count",
    "transfer_size": "transfer_size",
    "long_tasks": "long_tasks",
    "total_blocking_time": "total_blocking_time",
    "cls": "cls",
}
"""The metrics that have a threshold, by the names that the answer uses."""


def undecided_regressions(before: Snapshot, after: Snapshot) -> list[str]:
    """Times that are past their threshold in the latest load only: one cold and one warm load say nothing."""
    was, now = before.performance, after.performance
    if was is None or now is None:
        return []
    found = performance_diff(was, now)
    confirmed = {each.metric for each in regressions(was.usual, now.usual)} if _are_apart(was, now) else set()
    return [NAMES[time] for time in TIMES if time not in confirmed and found.get(NAMES[time], {}).get("regression")]


def _are_apart(one: PagePerformance, other: PagePerformance) -> bool:
    """Whether the loads of one side precede those of the other."""
    if not one.usual or not other.usual:
        return False
    first, second = sorted((one, other), key=lambda side: parse_time(side.since))
    return parse_time(first.until) < parse_time(second.since)


def performance_diff(before: PagePerformance | None, after: PagePerformance | None) -> dict[str, Any]:
    """The metrics that both have; empty for different pages, which cannot be compared."""
    if before is None or after is None or before.page != after.page:
        return {}
    worse = {regression.metric for regression in regressions(before.metrics, after.metrics)}
    return {
        name: {**numbers, "regression": metric in worse}
        for metric, name in NAMES.items()
        if (numbers := _numbers(before.metrics, after.metrics, metric))
    }


def _numbers(before: Metrics, after: Metrics, metric: Metric) -> dict[str, Any] | None:
    was, now = before.get(metric), after.get(metric)
    if was is None or now is None:
        return None
    return {"before": rounded(was), "after": rounded(now), "change": change(was, now)}
