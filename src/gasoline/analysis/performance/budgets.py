"""The budgets of a project's `.gasoline.json`, and what a page spends beyond them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.kernel.performance.regressions import rounded
from gasoline.model.metrics import Metric
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.units import KIB

BudgetValue = Annotated[float, Meta(ge=0)]
Route = Annotated[str, Meta(pattern="^/")]
"""A route that no path can begin with would be passed over in silence."""


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a page may cost; what is not said is not limited."""

    load_ms: BudgetValue | None = None
    fcp_ms: BudgetValue | None = None
    lcp_ms: BudgetValue | None = None
    cls: BudgetValue | None = None
    inp_ms: BudgetValue | None = None
    ttfb_ms: BudgetValue | None = None
    total_transfer_kb: BudgetValue | None = None
    script_transfer_kb: BudgetValue | None = None
    image_transfer_kb: BudgetValue | None = None


class Budgets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A default, and routes by the beginning of their path."""

    default: Budget = Budget()
    routes: dict[Route, Budget] = {}

    def for_path(self, path: str) -> dict[str, float]:
        """The default, overridden key by key by the route with the longest prefix."""
        matching = [prefix for prefix in self.routes if _is_prefix(prefix, path)]
        route = self.routes[max(matching, key=len)] if matching else Budget()
        return {**_said(self.default), **_said(route)}


class ProjectFile(msgspec.Struct, frozen=True):
    """`.gasoline.json`: other keys may be there for others."""

    budgets: Budgets = Budgets()


@dataclass(frozen=True)
class Overrun:
    """One budget that a page exceeds."""

    metric: str
    budget: float
    value: float


_READERS: dict[str, Callable[[PerformanceSnapshot], float | None]] = {
    "load_ms": lambda snapshot: snapshot.timing.load,
    "fcp_ms": lambda snapshot: snapshot.timing.first_contentful_paint,
    "lcp_ms": lambda snapshot: snapshot.timing.largest_contentful_paint,
    "cls": lambda snapshot: snapshot.cumulative_layout_shift,
    "inp_ms": lambda snapshot: snapshot.timing.interaction_to_next_paint,
    "ttfb_ms": lambda snapshot: snapshot.timing.time_to_first_byte,
    "total_transfer_kb": lambda snapshot: snapshot.network.transfer_size / KIB,
    "script_transfer_kb": lambda snapshot: _kilobytes_of(snapshot, "script"),
    "image_transfer_kb": lambda snapshot: _kilobytes_of(snapshot, "image"),
}


def overruns(snapshot: PerformanceSnapshot, budget: dict[str, float]) -> list[Overrun]:
    """The exceeded budgets; a metric that was not measured exceeds none."""
    found = []
    for key, allowed in budget.items():
        value = _READERS[key](snapshot)
        if value is not None and value > allowed:
            found.append(Overrun(key, allowed, rounded(value)))
    return found


_METRICS: dict[str, tuple[Metric, float]] = {
    "load_ms": ("load", 1),
    "fcp_ms": ("fcp", 1),
    "lcp_ms": ("lcp", 1),
    "cls": ("cls", 1),
    "inp_ms": ("inp", 1),
    "ttfb_ms": ("ttfb", 1),
    "total_transfer_kb": ("transfer_size", KIB),
}
"""Budgets of what is a metric, too: which one, and how many of its units are one of the budget's."""


def by_metric(budget: dict[str, float]) -> dict[Metric, float]:
    """Budgets beside the metrics that they limit, in the units of those."""
    return {metric: budget[key] * units for key, (metric, units) in _METRICS.items() if key in budget}


def _kilobytes_of(snapshot: PerformanceSnapshot, kind: Any) -> float:
    total = snapshot.network.by_type.get(kind)
    return total.size / KIB if total else 0.0


def _is_prefix(prefix: str, path: str) -> bool:
    """Compares complete segments: `/shop` is a prefix of `/shop/cart`, not of `/shopping`."""
    stem = prefix.rstrip("/")
    return path == stem or path.startswith(f"{stem}/")


def _said(budget: Budget) -> dict[str, float]:
    return {key: value for key, value in msgspec.structs.asdict(budget).items() if value is not None}
