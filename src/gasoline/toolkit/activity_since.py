"""All activity since a cursor, from all buffers."""

from collections.abc import Callable, Mapping
from typing import Any

from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.urls import origin_of
from gasoline.model.activity import Activity
from gasoline.model.events import LogEntry
from gasoline.store.performance_store import PageRecord
from gasoline.store.ring import Ring, Slot
from gasoline.store.store import Store
from gasoline.toolkit.listing import matches_url, url_contains
from gasoline.toolkit.site_choice import is_at

MAX_REPEAT_GROUPS = 100  # ERR-04


def activity_since(
    store: Store,
    since: int | None = None,
    url_filter: str = "",
    counts: Mapping[str, int] | None = None,
    site: str = "",
) -> Activity:
    """Everything after a cursor, or all; `counts` has the occurrences of repeatable entries up to the cursor. `site`
    leaves out the pages of others. Messages between a development server and its own script are excluded."""
    cursor, matches = since or 0, url_contains(url_filter)
    noise = hot_reload_connections(slot.event for slot in store.websocket_events.ring.newest_first())
    begun = _recorded_after(store.network, cursor)

    def wanted(slot: Slot[Any]) -> bool:
        return slot.last_seq > cursor and matches(slot) and (not site or is_at(slot.event, {site}))

    def is_body_wanted(slot: Slot[Any]) -> bool:
        return wanted(slot) and slot.event.id not in begun

    def is_load_wanted(page: PageRecord) -> bool:
        is_here = not site or origin_of(page.snapshot.url) in ("", site)
        return page.loaded_seq > cursor and matches_url(page.snapshot, url_filter) and is_here

    return Activity(
        entries=[
            (slot.event, _times(slot, cursor, counts or {})) for slot in store.logs.newest_first() if wanted(slot)
        ],
        timings=_events(store.network, wanted),
        bodies=_events(store.network_bodies, is_body_wanted),
        actions=_events(store.actions, wanted),
        loads=[page.snapshot for page in store.performance.newest_first() if is_load_wanted(page)],
        times={
            page.snapshot.page: tuple((load.ts, load.metrics) for load in page.trend.loads)
            for page in store.performance.newest_first()
        },
        messages=[event for event in _events(store.websocket_events.ring, wanted) if event.id not in noise],
        server=[slot.event for slot in store.server_logs.newest_first() if slot.seq > cursor],
        connections=[
            connection
            for group in (store.connections.open, store.connections.closed)
            for connection in group.newest_first()
            if url_filter in connection.url and connection.id not in noise
        ],
        lost=() if since is None else _lost(store, since),
    )


def _recorded_after(requests: Ring[Any], cursor: int) -> set[str]:
    """Requests from before the cursor; a body that arrives later does not make them new."""
    return {slot.event.id for slot in requests.newest_first() if slot.seq <= cursor and slot.event.id}


def repeatable(store: Store) -> dict[str, int]:
    """How often the latest entries have occurred so far; the page counts repeats in the entry itself."""
    latest = [slot for slot, _ in zip(store.logs.errors.newest_first(), range(MAX_REPEAT_GROUPS), strict=False)]
    return {slot.event.id: slot.event.times for slot in latest if slot.event.id}


def _times(slot: Slot[Any], cursor: int, counts: Mapping[str, int]) -> int:
    entry: LogEntry = slot.event
    if slot.seq > cursor:
        return entry.times
    return max(1, entry.times - counts.get(entry.id, entry.times - 1))


def _events(ring: Ring[Any], wanted: Callable[[Slot[Any]], bool]) -> list[Any]:
    return [slot.event for slot in ring.newest_first() if wanted(slot)]


def _lost(store: Store, cursor: int) -> tuple[str, ...]:
    """Buffers that overflowed or were cleared since."""
    rings: dict[str, Ring[Any]] = {
        "errors": store.logs.errors,
        "network": store.network,
        "network_bodies": store.network_bodies,
        "actions": store.actions,
        "server_logs": store.server_logs,
    }
    return tuple(name for name, ring in rings.items() if ring.lost_seq > cursor)
