"""How much faster or slower a page is, by the thresholds of the performance budget."""

from typing import Any

from gasoline.model.metrics import Metric, Metrics
from gasoline.model.regressions import change, regressions, rounded
from gasoline.model.snapshot import PagePerformance

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


def performance_diff(before: PagePerformance | None, after: PagePerformance | None) -> dict[str, Any]:
    """Each metric that both have; empty where there is nothing to compare: another page is not a slower one."""
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
