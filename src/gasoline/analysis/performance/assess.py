"""All that can be said about one snapshot."""

from dataclasses import dataclass

from gasoline.analysis.performance.budgets import Overrun, overruns
from gasoline.analysis.performance.causes import Cause, Earlier, causes
from gasoline.analysis.performance.ratings import Rating, ratings
from gasoline.model.baseline import Baseline
from gasoline.model.metrics import Metric, Metrics, metrics_of
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.regressions import Regression, regressions


@dataclass(frozen=True)
class Assessment:
    """A snapshot against its baseline and its budget."""

    snapshot: PerformanceSnapshot
    baseline: Baseline
    """As it was before this snapshot."""
    metrics: Metrics
    ratings: dict[Metric, Rating]
    regressions: list[Regression]
    over_budget: list[Overrun]
    causes: list[Cause]


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
        causes=causes(worse, previous, snapshot),
    )
