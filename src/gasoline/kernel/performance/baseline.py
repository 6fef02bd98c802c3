"""What is usual for a page: the mean of the first samples, then a slowly moving average."""

from dataclasses import dataclass, field

from gasoline.model.metrics import Metrics

BASELINE_MEAN_SAMPLES = 5  # PERF-04: the mean of the first samples
BASELINE_NEW_SHARE = 0.2  # PERF-04: then 80 % old + 20 % new


@dataclass(frozen=True)
class Baseline:
    """How a page did so far. A metric that some samples lacked counts by those that had it."""

    samples: int = 0
    metrics: Metrics = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """How many samples each metric has."""

    def folded(self, sample: Metrics) -> "Baseline":
        """The baseline after one sample more."""
        metrics, counts = dict(self.metrics), dict(self.counts)
        for name, value in sample.items():
            if value is None:
                continue
            count = counts.get(name, 0) + 1
            weight = 1 / count if count <= BASELINE_MEAN_SAMPLES else BASELINE_NEW_SHARE
            before = metrics.get(name) or 0.0
            metrics[name] = before + (value - before) * weight
            counts[name] = count
        return Baseline(self.samples + 1, metrics, counts)
