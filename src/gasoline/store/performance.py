"""The latest snapshot of each page and what is usual for it; the page that was asked for least recently goes first."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from msgspec.structs import replace

from gasoline.model import limits
from gasoline.model.baseline import Baseline
from gasoline.model.metrics import metrics_of
from gasoline.model.performance import PerformanceSnapshot, Resource
from gasoline.store.shelf import Origin

V = TypeVar("V")


@dataclass(frozen=True)
class PageRecord:
    """A page: its latest snapshot, the one before, and the baseline that the latest was compared with."""

    seq: int
    snapshot: PerformanceSnapshot
    before: Baseline
    previous: PerformanceSnapshot | None = None


class Performance:
    """A shelf of snapshots by page. A load and a change of route to one path are two pages: they do not compare."""

    def __init__(self) -> None:
        self.capacity = limits.PERFORMANCE_SNAPSHOTS
        self.evicted = 0
        self._pages: OrderedDict[str, PageRecord] = OrderedDict()
        self._baselines: OrderedDict[str, Baseline] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, snapshot: PerformanceSnapshot, _: int, origin: Origin) -> None:
        page, snapshot = page_key(snapshot), _lean(snapshot)
        known = self._pages.get(page)
        before = self._baselines.get(page, Baseline())
        self._keep(page, PageRecord(origin.seq, snapshot, before, known.snapshot if known else None))

    def find(self, key: str) -> PerformanceSnapshot | None:
        return next((page.snapshot for page in self._pages.values() if page.snapshot.id == key), None)

    def update(self, snapshot: PerformanceSnapshot, size: int, origin: Origin) -> None:
        """The same load, better known: it is compared with what was usual before it, as at first."""
        page = page_key(snapshot)
        known = self._pages.get(page)
        if known is None or known.snapshot.id != snapshot.id:  # a page of another name now, whoever says so
            return self.add(snapshot, size, origin)
        self._keep(page, PageRecord(origin.seq, _lean(snapshot), known.before, known.previous))
        return None

    def record(self, snapshot: PerformanceSnapshot) -> PageRecord | None:
        """What is known of the snapshot's page."""
        return self._pages.get(page_key(snapshot))

    def latest(self, path: str | None = None, host: str = "") -> PageRecord | None:
        """The newest snapshot, of one path and one host with its port if they are given."""
        fitting = [
            page
            for page in self._pages.values()
            if path in (None, page.snapshot.url) and host in ("", _host(page.snapshot))
        ]
        if not fitting:
            return None
        newest = max(fitting, key=lambda page: page.seq)
        for kept in (self._pages, self._baselines):
            kept.move_to_end(page_key(newest.snapshot))
        return newest

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

    def _keep(self, page: str, record: PageRecord) -> None:
        self.evicted += _put_last(self._pages, page, record)
        _put_last(self._baselines, page, record.before.folded(metrics_of(record.snapshot)))


def _put_last(kept: OrderedDict[str, V], page: str, value: V) -> int:
    """Returns how many had to go for it."""
    kept[page] = value
    kept.move_to_end(page)
    if len(kept) <= limits.PERFORMANCE_SNAPSHOTS:
        return 0
    kept.popitem(last=False)
    return 1


def page_key(snapshot: PerformanceSnapshot) -> str:
    """By path, as the documents have it; where the origin is known, applications on other ports stay apart."""
    kind = "soft" if snapshot.soft_navigation is True else "load"
    return f"{kind} {_host(snapshot)}{snapshot.url}"


def _lean(snapshot: PerformanceSnapshot) -> PerformanceSnapshot:
    """Resources by the end of their address, without what a build or a cache puts behind the question mark."""
    network = replace(snapshot.network, slowest_requests=[_named(row) for row in snapshot.network.slowest_requests])
    return replace(snapshot, network=network, resources=[_named(row) for row in snapshot.resources])


def _named(resource: Resource) -> Resource:
    return replace(resource, url=resource.url.partition("?")[0][-limits.RESOURCE_NAME_CHARS :])


def _host(snapshot: PerformanceSnapshot) -> str:
    try:
        return urlsplit(snapshot.page_url or "").netloc
    except ValueError:  # the page's words
        return ""
