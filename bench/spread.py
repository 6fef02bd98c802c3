"""Medians and percentiles, and how they are written."""

from collections.abc import Sequence
from statistics import median

__all__ = ["median", "ms", "percentile", "spread"]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of them does not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def ms(value: float) -> str:
    return f"{value:.1f} ms" if value < 100 else f"{value:,.0f} ms"


def spread(values: Sequence[float]) -> str:
    """The median, and between what it lies."""
    return f"{ms(median(values))} ({min(values):,.0f}–{max(values):,.0f}, n={len(values)})"
