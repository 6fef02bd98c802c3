"""The names of what is measured of a page, as answers use them."""

from typing import Literal, get_args

Metric = Literal[
    "load", "fcp", "lcp", "requests", "transfer_size", "long_tasks", "total_blocking_time", "cls", "inp", "ttfb"
]
Metrics = dict[Metric, int | float | None]

METRICS: tuple[Metric, ...] = get_args(Metric)
