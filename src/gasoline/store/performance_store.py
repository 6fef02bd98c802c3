"""The latest snapshot and the baseline of each page; the least recently requested page is evicted first."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from msgspec import UNSET, Struct, convert, json, to_builtins
from msgspec.structs import asdict, replace

from gasoline.kernel.digest import digest
from gasoline.kernel.performance.baseline import Baseline
from gasoline.kernel.performance.regressions import regressions
from gasoline.kernel.performance.snapshot_metrics import metrics_of
from gasoline.kernel.performance.trend import Load, Trend
from gasoline.kernel.text import truncate_url
from gasoline.kernel.urls import ENDPOINT_CHARS
from gasoline.model.events import Maybe
from gasoline.model.performance import Attribution, PerformanceSnapshot, Resource
from gasoline.store.event_buffer import Origin
from gasoline.store.saved_event import SavedEvent, SavedRing

BLAMED_CHARS = 80  # the end of what the browser blames for a number
RESOURCE_NAME_CHARS = 80  # the end of a resource's URL that is kept, so that a page stays within PERF-07
MAX_PERFORMANCE_SNAPSHOTS = 20  # PERF-07: snapshots and baselines, by page
LOADS_OUTDATED = 100  # loads of pages that were loaded again, in tabs that may still be open

V = TypeVar("V")


@dataclass(frozen=True)
class PageRecord:
    """A page: its latest snapshot, the baseline that it was compared with, and its latest loads."""

    seq: int
    """The time of its latest update; a load may be updated."""
    loaded_seq: int
    """The time of its first report."""
    snapshot: PerformanceSnapshot
    before: Baseline
    trend: Trend
    previous: tuple[Resource, ...] | None = None
    """The resources of the last load that was not a regression, to find new ones."""


@dataclass(frozen=True)
class Usual:
    """The baseline of a page: before its latest load, and including it."""

    load: str
    before: Baseline
    after: Baseline


class _SavedPage(Struct, frozen=True):
    """What is known of a page beyond its latest snapshot."""

    loaded_seq: int
    before: Baseline
    trend: Trend
    previous: tuple[Resource, ...] | None
    usual: Usual


_SAVED = json.Decoder(SavedEvent[PerformanceSnapshot])


class PerformanceStore:
    """A buffer of snapshots by page. A load and a route change to the same path are two pages that are not compared."""

    def __init__(self) -> None:
        self.capacity = MAX_PERFORMANCE_SNAPSHOTS
        self.evicted = 0
        self._pages: OrderedDict[str, PageRecord] = OrderedDict()
        self._usual: OrderedDict[str, Usual] = OrderedDict()
        self._outdated: OrderedDict[int, None] = OrderedDict()
        """Earlier loads of pages that were loaded again, possibly in another tab."""

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, snapshot: PerformanceSnapshot, _: int, origin: Origin) -> None:
        snapshot = _without_details(snapshot)
        page = snapshot.page
        if _name_of_load(snapshot) in self._outdated:  # an update of an earlier load, not a new load
            return
        known = self._pages.get(page)
        self._outdate(known)
        before = self._before(snapshot)
        previous = _to_compare(known) if known else None
        trend = (known.trend if known else Trend(before)).followed_by(_load(snapshot))
        self._keep(page, PageRecord(origin.seq, origin.seq, snapshot, before, trend, previous))

    def find(self, key: str) -> PerformanceSnapshot | None:
        return next((page.snapshot for page in self._pages.values() if page.snapshot.id == key), None)

    def update(self, snapshot: PerformanceSnapshot, size: int, origin: Origin) -> None:
        """An update of the same load: it is compared with the same baseline as before."""
        snapshot = _without_details(snapshot)
        page = snapshot.page
        known = self._pages.get(page)
        if known is None or known.snapshot.id != snapshot.id:  # the page has another URL now
            return self.add(snapshot, size, origin)
        trend = known.trend.corrected(_load(snapshot))
        self._keep(page, PageRecord(origin.seq, known.loaded_seq, snapshot, known.before, trend, known.previous))
        return None

    def record(self, snapshot: PerformanceSnapshot) -> PageRecord | None:
        """The record of the snapshot's page."""
        return self._pages.get(_without_details(snapshot).page)

    def latest(self, path: str | None = None, host: str = "") -> PageRecord | None:
        """The newest snapshot, optionally of one path and one host with its port."""
        fitting = [
            page
            for page in self._pages.values()
            if path in (None, page.snapshot.url) and host in ("", page.snapshot.host)
        ]
        if not fitting:
            return None
        newest = max(fitting, key=lambda page: page.seq)
        for kept in (self._pages, self._usual):
            kept.move_to_end(newest.snapshot.page)
        return newest

    def newest_first(self) -> list[PageRecord]:
        """The latest load of each page; does not count as a request."""
        return sorted(self._pages.values(), key=lambda page: page.seq, reverse=True)

    def paths(self) -> list[str]:
        return sorted({page.snapshot.url for page in self._pages.values()})

    def commit(self) -> None:
        """Nothing to do: data in memory needs no commit."""

    def clear(self) -> int:
        """Removes the snapshots but keeps the baselines, which are learned over days."""
        count = len(self._pages)
        self._pages.clear()
        return count

    def rings(self) -> dict[str, "PerformanceStore"]:
        return {"performance": self}

    def saved(self) -> Iterable[SavedEvent[PerformanceSnapshot]]:
        for name, page in self._pages.items():
            state = _SavedPage(page.loaded_seq, page.before, page.trend, page.previous, self._usual[name])
            yield SavedEvent(seq=page.seq, last_seq=page.seq, event=page.snapshot, state=to_builtins(state))

    def load(self, line: bytes) -> None:
        saved = _SAVED.decode(line)
        state, name = convert(saved.state, _SavedPage), saved.event.page
        record = PageRecord(saved.seq, state.loaded_seq, saved.event, state.before, state.trend, state.previous)
        _put_last(self._pages, name, record)
        _put_last(self._usual, name, state.usual)

    def saved_drop_counts(self) -> SavedRing:
        return SavedRing(evicted=self.evicted)

    def load_drop_counts(self, saved: SavedRing) -> None:
        self.evicted = saved.evicted

    def _before(self, snapshot: PerformanceSnapshot) -> Baseline:
        """The baseline without the load itself, which may be known from before a clear."""
        usual = self._usual.get(snapshot.page)
        if usual is None:
            return Baseline()
        return usual.before if snapshot.id and usual.load == snapshot.id else usual.after

    def _outdate(self, known: PageRecord | None) -> None:
        if known is None or not known.snapshot.id:
            return
        self._outdated[_name_of_load(known.snapshot)] = None
        if len(self._outdated) > LOADS_OUTDATED:
            self._outdated.popitem(last=False)

    def _keep(self, page: str, record: PageRecord) -> None:
        self.evicted += _put_last(self._pages, page, record)
        after = record.before.folded(metrics_of(record.snapshot))
        _put_last(self._usual, page, Usual(record.snapshot.id, record.before, after))


def _put_last(kept: OrderedDict[str, V], page: str, value: V) -> int:
    """Returns how many were evicted for it."""
    kept[page] = value
    kept.move_to_end(page)
    if len(kept) <= MAX_PERFORMANCE_SNAPSHOTS:
        return 0
    kept.popitem(last=False)
    return 1


def _load(snapshot: PerformanceSnapshot) -> Load:
    return Load(snapshot.ts, metrics_of(snapshot))


def _without_details(snapshot: PerformanceSnapshot) -> PerformanceSnapshot:
    """Truncates long values, so that a page keeps within its memory limit."""
    network = replace(snapshot.network, slowest_requests=[_named(row) for row in snapshot.network.slowest_requests])
    page_url = snapshot.page_url
    return replace(
        snapshot,
        url=truncate_url(snapshot.url, ENDPOINT_CHARS),
        page_url=truncate_url(page_url, ENDPOINT_CHARS) if isinstance(page_url, str) else page_url,
        network=network,
        long_tasks=replace(snapshot.long_tasks, longest_since=UNSET),
        resources=[_named(row) for row in snapshot.resources],
        attribution=_short(snapshot.attribution),
    )


def _name_of_load(snapshot: PerformanceSnapshot) -> int:
    return digest(f"{snapshot.page} {snapshot.id}")


def _to_compare(known: PageRecord) -> tuple[Resource, ...]:
    """A regressed load is not used for comparison; otherwise its cause would be lost with the next load."""
    is_worse = bool(regressions(known.before.metrics, metrics_of(known.snapshot)))
    return known.previous if is_worse and known.previous is not None else _loaded(known.snapshot)


def _loaded(snapshot: PerformanceSnapshot) -> tuple[Resource, ...]:
    """Each resource once; a slow one may also be large."""
    return tuple({row.url: row for row in (*snapshot.resources, *snapshot.network.slowest_requests)}.values())


def _short(blame: Maybe[Attribution]) -> Maybe[Attribution]:
    """Keeps the end of an element path, which is more specific than its beginning."""
    if not isinstance(blame, Attribution):
        return blame
    words = {name: text[-BLAMED_CHARS:] for name, text in asdict(blame).items() if isinstance(text, str)}
    return replace(blame, **words)


def _named(resource: Resource) -> Resource:
    """Identifies a resource by the end of its URL, without the query, which a build or a cache may change."""
    return replace(resource, url=resource.url.partition("?")[0][-RESOURCE_NAME_CHARS:])
