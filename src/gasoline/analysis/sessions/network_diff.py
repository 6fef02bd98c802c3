"""Which endpoints answer otherwise, are new, or are not called any more."""

from dataclasses import dataclass
from typing import Any

from gasoline.model import limits
from gasoline.model.activity import Endpoint


@dataclass(frozen=True)
class NetworkDiff:
    """Endpoints of two snapshots, by what became of them."""

    new_errors: list[Endpoint]
    resolved: list[Endpoint]
    """Failed before, called again, and did not fail."""
    changes: list[tuple[Endpoint, Endpoint]]
    new: list[Endpoint]
    missing: list[Endpoint]

    def shown(self) -> dict[str, Any]:
        return {
            "new_errors": [_shown(endpoint) for endpoint in self.new_errors],
            "status_changes": [_shown_change(before, after) for before, after in self.changes],
            "new_endpoints": [_shown(endpoint) for endpoint in self.new],
            "missing_endpoints": [_shown(endpoint) for endpoint in self.missing],
        }


def network_diff(before: tuple[Endpoint, ...], after: tuple[Endpoint, ...]) -> NetworkDiff:
    was = {endpoint.name: endpoint for endpoint in before}
    now = {endpoint.name: endpoint for endpoint in after}
    both = [(was[name], now[name]) for name in was if name in now]
    failed = {endpoint.name for endpoint in before if endpoint.failures}
    return NetworkDiff(
        new_errors=[endpoint for endpoint in after if endpoint.failures and endpoint.name not in failed],
        resolved=[old for old, new in both if old.failures and not new.failures],
        changes=[(old, new) for old, new in both if old.status != new.status or _duration_change(old, new)],
        new=[endpoint for endpoint in after if endpoint.name not in was],
        missing=[endpoint for endpoint in before if endpoint.name not in now],
    )


def _duration_change(before: Endpoint, after: Endpoint) -> str:
    """The difference, where it is one: as for a page's load, more than half and more than 200 ms, either way."""
    if before.duration_ms is None or after.duration_ms is None:
        return ""
    difference = after.duration_ms - before.duration_ms
    smaller = min(before.duration_ms, after.duration_ms)
    is_notable = abs(difference) > limits.SLOWER_MS and abs(difference) > smaller * limits.SLOWER_SHARE
    return f"{difference:+.0f}ms" if is_notable else ""


def _shown(endpoint: Endpoint) -> dict[str, Any]:
    return {"method": endpoint.method, "url": endpoint.path, "status": endpoint.status}


def _shown_change(before: Endpoint, after: Endpoint) -> dict[str, Any]:
    duration = _duration_change(before, after)
    return {
        "method": after.method,
        "url": after.path,
        "before": before.status,
        "after": after.status,
        **({"duration_change": duration} if duration else {}),
    }
