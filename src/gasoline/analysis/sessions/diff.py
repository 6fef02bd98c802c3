"""How two snapshots differ, and whether that is for the better."""

from typing import Any, Literal

from gasoline.analysis.sessions.network_diff import network_diff
from gasoline.analysis.sessions.performance_diff import performance_diff
from gasoline.analysis.socket_states import socket_changes
from gasoline.model.activity import ConsoleIssue
from gasoline.model.snapshot import Snapshot

Verdict = Literal["improved", "regressed", "unchanged", "mixed"]


def compared(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """`diff` and `summary` of the answer."""
    was, now = {issue.key for issue in before.errors}, {issue.key for issue in after.errors}
    new = [issue for issue in after.errors if issue.key not in was]
    resolved = [issue for issue in before.errors if issue.key not in now]
    network = network_diff(before.endpoints, after.endpoints)
    performance = performance_diff(before.performance, after.performance)
    slower = sum(metric["regression"] for metric in (performance or {}).values())
    resolved_requests = sum(endpoint.failures for endpoint in network.resolved)
    return {
        "diff": {
            "errors": {
                "new": _shown(new),
                "resolved": _shown(resolved),
                "unchanged": _shown([issue for issue in after.errors if issue.key in was]),
            },
            "network": network.shown(),
            "performance": performance,
            "websockets": {"connection_changes": socket_changes(before.sockets, after.sockets)},
        },
        "summary": {
            "verdict": verdict(
                resolved=len(resolved) + len(network.resolved),
                new=len(new) + len(network.new_errors),
                slower=slower,
            ),
            "new_errors": sum(issue.count for issue in new),
            "resolved_errors": sum(issue.count for issue in resolved) + resolved_requests,
            "performance_regressions": slower,
            "new_network_errors": len(network.new_errors),
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
