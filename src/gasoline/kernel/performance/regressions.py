"""Detects regressions of a page: one row for each metric, with the absolute and the relative change."""

from msgspec import Struct

from gasoline.model.metrics import Metric, Metrics
from gasoline.model.units import KIB

SLOWER_SHARE = 0.5  # PERF-06: load, FCP, LCP
SLOWER_MS = 200.0  # PERF-06: load, FCP, LCP
MORE_REQUESTS_SHARE = 0.5  # PERF-06
MORE_REQUESTS = 5.0  # PERF-06
LARGER_SHARE = 1.0  # PERF-06: transfer size
LARGER_BYTES = 100.0 * KIB  # PERF-06: transfer size
MORE_LONG_TASKS_SHARE = 1.0  # PERF-06
MORE_BLOCKING_MS = 100.0  # PERF-06: total blocking time
MORE_SHIFT = 0.05  # PERF-06: CLS
METRIC_DIGITS = 4  # digits of a measured number after the point


class Threshold(Struct, frozen=True):
    """Worse by more than `share` of what it was and by more than `amount`; `from_none`: any, where there was none."""

    metric: Metric
    share: float = 0.0
    amount: float = 0.0
    from_none: bool = False

    def is_passed(self, before: float, after: float) -> bool:
        if self.from_none and before == 0:
            return after > 0
        # A difference of floating-point numbers may be off by a hair, and "more than" is meant exactly.
        rise = round(after - before, METRIC_DIGITS)
        return rise > self.amount and rise > round(before * self.share, METRIC_DIGITS)

    def bound(self, before: float) -> float:
        """Up to here it is as usual."""
        if self.from_none and before == 0:
            return 0.0
        return before + max(self.amount, before * self.share)


THRESHOLDS = (
    Threshold("load", SLOWER_SHARE, SLOWER_MS),
    Threshold("fcp", SLOWER_SHARE, SLOWER_MS),
    Threshold("lcp", SLOWER_SHARE, SLOWER_MS),
    Threshold("requests", MORE_REQUESTS_SHARE, MORE_REQUESTS),
    Threshold("transfer_size", LARGER_SHARE, LARGER_BYTES),
    Threshold("long_tasks", MORE_LONG_TASKS_SHARE, from_none=True),
    Threshold("total_blocking_time", amount=MORE_BLOCKING_MS),
    Threshold("cls", amount=MORE_SHIFT),
)

_BY_METRIC = {threshold.metric: threshold for threshold in THRESHOLDS}


def worst_usual(metric: Metric, before: float) -> float | None:
    """Above what the metric counts as worse than it usually is; None where nothing does."""
    threshold = _BY_METRIC.get(metric)
    return threshold.bound(before) if threshold else None


class Regression(Struct, frozen=True):
    """One metric that got worse."""

    metric: Metric
    before: float
    after: float
    change: str


def regressions(before: Metrics, after: Metrics) -> list[Regression]:
    """Every metric that both sides have and that passed its threshold."""
    found = []
    for threshold in THRESHOLDS:
        was, now = before.get(threshold.metric), after.get(threshold.metric)
        if was is not None and now is not None and threshold.is_passed(was, now):
            found.append(Regression(threshold.metric, rounded(was), rounded(now), change(was, now)))
    return found


def change(before: float, after: float) -> str:
    """The difference in per cent; from nothing, as it is."""
    if before == 0:
        return f"+{rounded(after):g}" if after else "0%"
    return f"{(after - before) / before:+.0%}"


def rounded(value: float) -> float:
    """A number as a person would write it."""
    return round(value, METRIC_DIGITS)
