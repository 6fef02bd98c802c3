"""The latest snapshot of each page and what is usual for it; the page that was asked for least recently goes first."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import asdict, replace

from gasoline.model import limits
from gasoline.model.baseline import Baseline
from gasoline.model.cut_address import cut_address
from gasoline.model.digest import digest
from gasoline.model.events import Maybe
from gasoline.model.metrics import metrics_of
from gasoline.model.performance import Attribution, PerformanceSnapshot, Resource
from gasoline.model.regressions import regressions
from gasoline.model.trend import Load, Trend
from gasoline.store.shelf import Origin

V = TypeVar("V")


@dataclass(frozen=True)
class PageRecord:
    """A page: its latest snapshot, the baseline that it was compared with, and how it did over its latest loads."""

    seq: int
    """When it was heard of last: more may become known of a load."""
    loaded_seq: int
    """When it was heard of first."""
    snapshot: PerformanceSnapshot
    before: Baseline
    trend: Trend
    previous: tuple[Resource, ...] | None = None
    """What it loaded the last time that it was not worse than usual: to tell what is new."""


@dataclass(frozen=True)
class Usual:
    """What is usual for a page: before its latest load, and with it."""

    load: str
    before: Baseline
    after: Baseline


class Performance:
    """A shelf of snapshots by page. A load and a change of route to one path are two pages: they do not compare."""

    def __init__(self) -> None:
        self.capacity = limits.PERFORMANCE_SNAPSHOTS
        self.evicted = 0
        self._pages: OrderedDict[str, PageRecord] = OrderedDict()
        self._usual: OrderedDict[str, Usual] = OrderedDict()
        self._outdated: OrderedDict[int, None] = OrderedDict()
        """Loads of pages that were loaded again since, maybe in another tab."""

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, snapshot: PerformanceSnapshot, _: int, origin: Origin) -> None:
        snapshot = _lean(snapshot)
        page = snapshot.page
        if _name_of_load(snapshot) in self._outdated:  # more about an earlier load, which is no new one
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
        """The same load, better known: it is compared with what was usual before it, as at first."""
        snapshot = _lean(snapshot)
        page = snapshot.page
        known = self._pages.get(page)
        if known is None or known.snapshot.id != snapshot.id:  # a page of another name now, whoever says so
            return self.add(snapshot, size, origin)
        trend = known.trend.corrected(_load(snapshot))
        self._keep(page, PageRecord(origin.seq, known.loaded_seq, snapshot, known.before, trend, known.previous))
        return None

    def record(self, snapshot: PerformanceSnapshot) -> PageRecord | None:
        """What is known of the snapshot's page."""
        return self._pages.get(_lean(snapshot).page)

    def latest(self, path: str | None = None, host: str = "") -> PageRecord | None:
        """The newest snapshot, of one path and one host with its port if they are given."""
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
        """The latest load of each page, without counting as asked for."""
        return sorted(self._pages.values(), key=lambda page: page.seq, reverse=True)

    def paths(self) -> list[str]:
        return sorted({page.snapshot.url for page in self._pages.values()})

    def commit(self) -> None:
        """Memory needs no commit."""

    def clear(self) -> int:
        """Forgets the snapshots. What is usual for a page stays: it is learnt over days."""
        count = len(self._pages)
        self._pages.clear()
        return count

    def rings(self) -> dict[str, "Performance"]:
        return {"performance": self}

    def _before(self, snapshot: PerformanceSnapshot) -> Baseline:
        """Without the load itself: it may be known from before everything was cleared."""
        usual = self._usual.get(snapshot.page)
        if usual is None:
            return Baseline()
        return usual.before if snapshot.id and usual.load == snapshot.id else usual.after

    def _outdate(self, known: PageRecord | None) -> None:
        if known is None or not known.snapshot.id:
            return
        self._outdated[_name_of_load(known.snapshot)] = None
        if len(self._outdated) > limits.LOADS_OUTDATED:
            self._outdated.popitem(last=False)

    def _keep(self, page: str, record: PageRecord) -> None:
        self.evicted += _put_last(self._pages, page, record)
        after = record.before.folded(metrics_of(record.snapshot))
        _put_last(self._usual, page, Usual(record.snapshot.id, record.before, after))


def _put_last(kept: OrderedDict[str, V], page: str, value: V) -> int:
    """Returns how many had to go for it."""
    kept[page] = value
    kept.move_to_end(page)
    if len(kept) <= limits.PERFORMANCE_SNAPSHOTS:
        return 0
    kept.popitem(last=False)
    return 1


def _load(snapshot: PerformanceSnapshot) -> Load:
    return Load(snapshot.ts, metrics_of(snapshot))


def _lean(snapshot: PerformanceSnapshot) -> PerformanceSnapshot:
    """What is long is cut, so that a page keeps to its share of memory."""
    network = replace(snapshot.network, slowest_requests=[_named(row) for row in snapshot.network.slowest_requests])
    page_url = snapshot.page_url
    return replace(
        snapshot,
        url=cut_address(snapshot.url, limits.ENDPOINT_CHARS),
        page_url=cut_address(page_url, limits.ENDPOINT_CHARS) if isinstance(page_url, str) else page_url,
        network=network,
        long_tasks=replace(snapshot.long_tasks, longest_since=UNSET),
        resources=[_named(row) for row in snapshot.resources],
        attribution=_short(snapshot.attribution),
    )


def _name_of_load(snapshot: PerformanceSnapshot) -> int:
    return digest(f"{snapshot.page} {snapshot.id}")


def _to_compare(known: PageRecord) -> tuple[Resource, ...]:
    """A load that was worse than usual is nothing to compare with, or its cause would be forgotten by the next one."""
    is_worse = bool(regressions(known.before.metrics, metrics_of(known.snapshot)))
    return known.previous if is_worse and known.previous is not None else _loaded(known.snapshot)


def _loaded(snapshot: PerformanceSnapshot) -> tuple[Resource, ...]:
    """Each resource once: a slow one may be large, too."""
    return tuple({row.url: row for row in (*snapshot.resources, *snapshot.network.slowest_requests)}.values())


def _short(blame: Maybe[Attribution]) -> Maybe[Attribution]:
    """The end of a path through the page says more of an element than its beginning."""
    if not isinstance(blame, Attribution):
        return blame
    words = {name: text[-limits.BLAMED_CHARS :] for name, text in asdict(blame).items() if isinstance(text, str)}
    return replace(blame, **words)


def _named(resource: Resource) -> Resource:
    """By the end of its address, without what a build or a cache puts behind the question mark."""
    return replace(resource, url=resource.url.partition("?")[0][-limits.RESOURCE_NAME_CHARS :])
