"""How a page did over its latest loads, and what was usual for it before each."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gasoline.kernel.performance.baseline import Baseline
from gasoline.model.metrics import Metrics

MAX_TREND_LOADS = 30  # loads of one page that its trend shows


@dataclass(frozen=True, slots=True)
class Load:
    """One load of a page, or one change of route to it."""

    ts: str
    metrics: Metrics


@dataclass(frozen=True)
class Trend:
    """The latest loads. Normal values are computed on request, so that only loads are stored."""

    start: Baseline = field(default_factory=Baseline)
    """The baseline before the first load."""
    loads: tuple[Load, ...] = ()

    def followed_by(self, load: Load) -> "Trend":
        """The trend with one more load; the oldest is merged into the baseline."""
        loads = (*self.loads, load)
        gone, kept = loads[:-MAX_TREND_LOADS], loads[-MAX_TREND_LOADS:]
        start = self.start
        for old in gone:
            start = start.folded(old.metrics)
        return Trend(start, kept)

    def corrected(self, load: Load) -> "Trend":
        """The latest load, better known."""
        return Trend(self.start, (*self.loads[:-1], load))

    def points(self) -> Iterator[tuple[Load, Baseline]]:
        """Each load with the baseline before it, oldest first."""
        usual = self.start
        for load in self.loads:
            yield load, usual
            usual = usual.folded(load.metrics)
