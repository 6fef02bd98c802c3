"""A page that took more than twice as long to load as it usually does."""

from collections import OrderedDict

from gasoline.kernel.performance.regressions import SLOWER_MS
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.model.performance import PerformanceSnapshot
from gasoline.watchers.notice_text import page_address, path_name
from gasoline.watchers.triggers.trigger import SNAPSHOTS_REPORTED, Surroundings, Trigger

SLOW_LOAD_TIMES = 2.0  # NOTE-09: times the baseline


class SlowLoad:
    """Remembers the reported loads, because a load may be updated."""

    def __init__(self, around: Surroundings) -> None:
        self._performance = around.store.performance
        self._reported: OrderedDict[str, None] = OrderedDict()

    def __call__(self, _: Event | None, event: Event) -> Notice | None:
        if not isinstance(event, PerformanceSnapshot) or event.timing.load is None or event.id in self._reported:
            return None
        record = self._performance.record(event)
        is_latest = record is not None and record.snapshot.id == event.id
        usual = record.before.metrics.get("load") if record and is_latest else None
        if usual is None or not _is_slow(event.timing.load, usual):
            return None
        self._remember(event.id)
        return _notice(event, event.timing.load, usual)

    def _remember(self, load: str) -> None:
        if load:
            self._reported[load] = None
        if len(self._reported) > SNAPSHOTS_REPORTED:
            self._reported.popitem(last=False)


def _is_slow(load_ms: float, usual_ms: float) -> bool:
    """A few more milliseconds are not a regression, even of a very short load."""
    return load_ms > SLOW_LOAD_TIMES * usual_ms and load_ms - usual_ms > SLOWER_MS


def _notice(event: PerformanceSnapshot, load_ms: float, usual_ms: float) -> Notice:
    page = event.page_url if isinstance(event.page_url, str) else event.url
    times = f"loaded in {load_ms:.0f}ms (baseline: {usual_ms:.0f}ms)"
    return Notice(
        "performance",
        f"Performance regression: {path_name(event.url)} {times}",
        event.ts,
        {"url": page_address(page), "load_ms": round(load_ms), "baseline_ms": round(usual_ms)},
        (page, event.url),
        page,
    )


TRIGGER = Trigger((PerformanceSnapshot,), SlowLoad)
