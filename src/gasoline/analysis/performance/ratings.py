"""Web vitals as good, needs improvement or poor, by the limits that the web-vitals project publishes."""

from typing import Literal

from gasoline.model.metrics import Metric, Metrics

Rating = Literal["good", "needs-improvement", "poor"]

# metric: good up to, poor above (supplement C)
_LIMITS: dict[Metric, tuple[float, float]] = {
    "fcp": (1800, 3000),
    "lcp": (2500, 4000),
    "cls": (0.1, 0.25),
    "inp": (200, 500),
    "ttfb": (800, 1800),
}


def ratings(metrics: Metrics) -> dict[Metric, Rating]:
    """Of the vitals that were reported."""
    return {
        name: _rating(value, *bounds) for name, bounds in _LIMITS.items() if (value := metrics.get(name)) is not None
    }


def _rating(value: float, good: float, poor: float) -> Rating:
    if value <= good:
        return "good"
    return "needs-improvement" if value <= poor else "poor"
