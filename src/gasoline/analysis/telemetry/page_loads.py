"""Finds the page load that a request belongs to, so that its span is a child of that load's span."""

from collections import deque

from msgspec import Struct

from gasoline.analysis.telemetry.records import NS_PER_MS, TraceIds, derived_ids, time_ns_of
from gasoline.model.events import RequestTiming
from gasoline.model.performance import PerformanceSnapshot

MAX_PAGE_LOADS = 1_000  # that are remembered while an export follows a session


class _Load(Struct):
    key: str
    tab: object
    page_url: object
    ids: TraceIds
    start_ns: int
    end_ns: int | None
    """None while the page loads."""


class PageLoads:
    """Known from their first snapshot on, before the load ends."""

    def __init__(self) -> None:
        self._loads: deque[_Load] = deque(maxlen=MAX_PAGE_LOADS)

    def add(self, snapshot: PerformanceSnapshot) -> None:
        if snapshot.soft_navigation is True:
            return
        load = _load(snapshot)
        known = next((each for each in self._loads if load.key and each.key == load.key), None)
        if known is None:
            self._loads.append(load)
        else:
            known.start_ns, known.end_ns = load.start_ns, load.end_ns

    def of(self, request: RequestTiming) -> TraceIds | None:
        """The span of the load during which the request began; None for what a page requests later."""
        start_ns = time_ns_of(request.ts)
        earlier = [each for each in self._loads if _is_same_page(each, request) and each.start_ns <= start_ns]
        load = max(earlier, key=lambda each: each.start_ns, default=None)
        if load is None or (load.end_ns is not None and start_ns > load.end_ns):
            return None
        return load.ids


def load_start_ns(snapshot: PerformanceSnapshot) -> int:
    """Recording begins when the first byte has come."""
    return max(time_ns_of(snapshot.ts) - round((snapshot.timing.time_to_first_byte or 0) * NS_PER_MS), 0)


def _load(snapshot: PerformanceSnapshot) -> _Load:
    start_ns, load_ms = load_start_ns(snapshot), snapshot.timing.load
    return _Load(
        key=snapshot.key,
        tab=snapshot.tab_id,
        page_url=snapshot.page_url,
        ids=derived_ids(snapshot),
        start_ns=start_ns,
        end_ns=None if load_ms is None else start_ns + round(load_ms * NS_PER_MS),
    )


def _is_same_page(load: _Load, request: RequestTiming) -> bool:
    """Compares tabs, or the pages' addresses if the sender did not name a tab."""
    if isinstance(load.tab, int) and isinstance(request.tab_id, int):
        return load.tab == request.tab_id
    return isinstance(request.page_url, str) and load.page_url == request.page_url
