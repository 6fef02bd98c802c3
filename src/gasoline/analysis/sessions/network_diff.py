"""Finds endpoints that answer differently, are new, or are no longer called."""

from typing import Any

from msgspec import Struct

from gasoline.kernel.performance.regressions import SLOWER_MS, SLOWER_SHARE
from gasoline.model.activity import Endpoint
from gasoline.model.snapshot import Snapshot


class NetworkDiff(Struct, frozen=True):
    """Endpoints of two snapshots, by what became of them."""

    new_errors: list[Endpoint]
    resolved: list[Endpoint]
    """Failed before and only succeeded since."""
    changes: list[tuple[Endpoint, Endpoint]]
    new: list[Endpoint]
    """Called for the first time, without an error: one that fails is among `new_errors`."""
    missing: list[Endpoint]

    def shown(self) -> dict[str, Any]:
        return {
            "new_errors": [_shown(endpoint) for endpoint in self.new_errors],
            "status_changes": [_shown_change(before, after) for before, after in self.changes],
            "new_endpoints": [_shown(endpoint) for endpoint in self.new],
            "missing_endpoints": [_shown(endpoint) for endpoint in self.missing],
        }


def network_diff(before: Snapshot, after: Snapshot) -> NetworkDiff:
    was = {endpoint.key: endpoint for endpoint in before.endpoints}
    now = {endpoint.key: endpoint for endpoint in after.endpoints}
    both = [(was[key], now[key]) for key in was if key in now]
    failed = {endpoint.key for endpoint in before.endpoints if endpoint.failures}
    return NetworkDiff(
        new_errors=[endpoint for key, endpoint in now.items() if endpoint.failures and key not in failed],
        resolved=[old for old, new in both if old.failures and new.successes and not new.failures],
        changes=[(old, new) for old, new in both if old.status != new.status or _duration_change(old, new)],
        new=[
            endpoint
            for key, endpoint in now.items()
            if not endpoint.failures and key not in was and key not in before.more_endpoints
        ],
        missing=[endpoint for key, endpoint in was.items() if key not in now and key not in after.more_endpoints],
    )


def _duration_change(before: Endpoint, after: Endpoint) -> str:
    """The difference, where it is one: as for a page's load, more than half and more than 200 ms, either way."""
    if before.duration_ms is None or after.duration_ms is None:
        return ""
    difference = after.duration_ms - before.duration_ms
    smaller = min(before.duration_ms, after.duration_ms)
    is_notable = abs(difference) > SLOWER_MS and abs(difference) > smaller * SLOWER_SHARE
    return f"{difference:+.0f}ms" if is_notable else ""


def _shown(endpoint: Endpoint) -> dict[str, Any]:
    return {"method": endpoint.method, "url": endpoint.path, "status": endpoint.status, **_origin(endpoint)}


def _origin(endpoint: Endpoint) -> dict[str, str]:
    return {"origin": endpoint.origin} if endpoint.is_cross_origin else {}


def _shown_change(before: Endpoint, after: Endpoint) -> dict[str, Any]:
    duration = _duration_change(before, after)
    return {
        "method": after.method,
        "url": after.path,
        "before": before.status,
        "after": after.status,
        **({"duration_change": duration} if duration else {}),
        **_origin(after),
    }
