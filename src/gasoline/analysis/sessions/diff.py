"""How two snapshots differ, and whether that is for the better."""

from typing import Any, Literal

from gasoline.analysis.sessions.network_diff import network_diff
from gasoline.analysis.sessions.performance_diff import performance_diff
from gasoline.analysis.sessions.snapshot import error_counts
from gasoline.analysis.socket_states import socket_changes
from gasoline.model.activity import ConsoleIssue
from gasoline.model.snapshot import Snapshot

Verdict = Literal["improved", "regressed", "unchanged", "mixed"]


def compared(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """`diff` and `summary` of the answer."""
    was, now = error_counts(before), error_counts(after)
    new, resolved = now.keys() - was.keys(), was.keys() - now.keys()
    network = network_diff(before, after)
    performance = performance_diff(before.performance, after.performance)
    slower = sum(metric["regression"] for metric in performance.values())
    return {
        "diff": {
            "errors": {
                "new": _shown([issue for issue in after.errors if issue.key in new]),
                "resolved": _shown([issue for issue in before.errors if issue.key in resolved]),
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
            "new_errors": sum(now[key] for key in new),
            "resolved_errors": sum(was[key] for key in resolved),
            "performance_regressions": slower,
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
