"""The numbers of a snapshot by the names that answers use."""

from collections.abc import Callable

from gasoline.model.metrics import Metric, Metrics
from gasoline.model.performance import PerformanceSnapshot

_READERS: dict[Metric, Callable[[PerformanceSnapshot], float | None]] = {
    "load": lambda snapshot: snapshot.timing.load,
    "fcp": lambda snapshot: snapshot.timing.first_contentful_paint,
    "lcp": lambda snapshot: snapshot.timing.largest_contentful_paint,
    "requests": lambda snapshot: snapshot.network.request_count,
    "transfer_size": lambda snapshot: snapshot.network.transfer_size,
    "long_tasks": lambda snapshot: snapshot.long_tasks.count,
    "total_blocking_time": lambda snapshot: snapshot.long_tasks.total_blocking_time,
    "cls": lambda snapshot: snapshot.cumulative_layout_shift,
    "inp": lambda snapshot: snapshot.timing.interaction_to_next_paint,
    "ttfb": lambda snapshot: snapshot.timing.time_to_first_byte,
}


def metrics_of(snapshot: PerformanceSnapshot) -> Metrics:
    """Null what the browser did not report."""
    return {name: read(snapshot) for name, read in _READERS.items()}
