"""All that can be said about one snapshot."""

from typing import Literal

from msgspec import Struct

from gasoline.analysis.performance.budgets import Overrun, overruns
from gasoline.analysis.performance.regression_causes import Earlier, RegressionCause, regression_causes
from gasoline.kernel.performance.baseline import Baseline
from gasoline.kernel.performance.regressions import Regression, regressions
from gasoline.kernel.performance.snapshot_metrics import metrics_of
from gasoline.model.metrics import Metric, Metrics
from gasoline.model.performance import PerformanceSnapshot

Rating = Literal["good", "needs-improvement", "poor"]

# metric: good up to, poor above (PERF-08)
_LIMITS: dict[Metric, tuple[float, float]] = {
    "fcp": (1800, 3000),
    "lcp": (2500, 4000),
    "cls": (0.1, 0.25),
    "inp": (200, 500),
    "ttfb": (800, 1800),
}


def ratings(metrics: Metrics) -> dict[Metric, Rating]:
    """The ratings of the reported vitals."""
    return {
        name: _rating(value, *bounds) for name, bounds in _LIMITS.items() if (value := metrics.get(name)) is not None
    }


def _rating(value: float, good: float, poor: float) -> Rating:
    if value <= good:
        return "good"
    return "needs-improvement" if value <= poor else "poor"


class Assessment(Struct, frozen=True):
    """A snapshot against its baseline and its budget."""

    snapshot: PerformanceSnapshot
    baseline: Baseline
    """The baseline before this snapshot."""
    metrics: Metrics
    ratings: dict[Metric, Rating]
    regressions: list[Regression]
    over_budget: list[Overrun]
    causes: list[RegressionCause]


def assess(
    snapshot: PerformanceSnapshot,
    baseline: Baseline,
    previous: Earlier,
    budget: dict[str, float],
) -> Assessment:
    """What is not among `previous` is new to the page."""
    metrics = metrics_of(snapshot)
    worse = regressions(baseline.metrics, metrics)
    return Assessment(
        snapshot=snapshot,
        baseline=baseline,
        metrics=metrics,
        ratings=ratings(metrics),
        regressions=worse,
        over_budget=overruns(snapshot, budget),
        causes=regression_causes(worse, previous, snapshot),
    )
