"""The live feed: every open dashboard gets each event once, as rows in batches, unless it falls too far behind."""

import asyncio
import heapq
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from gasoline.dashboard.rows import KINDS, Kind, Row, buffer_of, row_of
from gasoline.kernel.backlog import Backlog
from gasoline.model.events import Event
from gasoline.store.ring import Slot
from gasoline.store.store import Store

MAX_DASHBOARD_READERS = 20  # open dashboards at once
MAX_DASHBOARD_ROWS = 10_000  # DASH-01: older rows leave the timeline
DASHBOARD_BACKLOG = 2 * MAX_DASHBOARD_ROWS  # rows that a dashboard may be behind before it is cut off
MAX_DASHBOARD_UPDATES = 1_000  # updated events that a returning dashboard gets again
DASHBOARD_BATCH = 250  # rows in one message
DASHBOARD_GATHER_S = 0.1  # rows that come within it travel together

BEHIND = f"more than {DASHBOARD_BACKLOG} rows behind"
STOPPED = "the server is stopping"


class Reader:
    """The rows that one dashboard has not received yet."""

    def __init__(self, known: list[tuple[int, Event]], cleared: Iterable[Kind] = ()) -> None:
        self.sent = 0
        """The number of the newest event that the dashboard has."""
        self._backlog = Backlog(DASHBOARD_BACKLOG, BEHIND, known)
        self._cleared: set[Kind] = set(cleared)

    @property
    def reason(self) -> str:
        """Why the feed was closed; empty while it is open."""
        return self._backlog.reason

    @property
    def has_ended(self) -> bool:
        return self._backlog.has_ended

    def take(self, seq: int, event: Event) -> None:
        self._backlog.put((seq, event))

    def forget(self, buffer: str) -> None:
        """Removes its rows of this kind, both sent and queued."""
        self._cleared.update(KINDS[buffer])
        self._backlog.keep(lambda each: buffer_of(each[1]) != buffer)

    def take_cleared(self) -> list[Kind]:
        """Kinds of rows that the dashboard must drop before it takes the next ones; each is reported once."""
        cleared, self._cleared = sorted(self._cleared), set()
        return cleared

    def end(self, reason: str) -> None:
        self._backlog.end(reason)

    async def next(self, wait_s: float) -> list[Row]:
        """The next rows, oldest first; empty after a timeout. Rows of one burst are sent together."""
        if not self._backlog and not self._cleared and not self.reason:
            if not await self._backlog.wait(wait_s):
                return []
            await asyncio.sleep(DASHBOARD_GATHER_S)
        return self._batch()

    def _batch(self) -> list[Row]:
        """Converts events to rows only when they are sent, so that unread events cost nothing."""
        events = self._backlog.pop(DASHBOARD_BATCH)
        self.sent = max([self.sent, *(seq for seq, _ in events)])
        return [row for seq, event in events if (row := row_of(seq, event))]


class Feed:
    """Subscribes to the store once for all dashboards."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: set[Reader] = set()
        self._cleared_at: dict[str, int] = {}
        self._updated_at: dict[tuple[str, str], int] = {}
        """The times of updates by buffer and key, because an update has no sequence number."""
        store.listen(self._take)
        store.listen_to_updates(lambda _, after: self._take_update(after))
        store.listen_to_clearing(self._forget)

    @property
    def is_full(self) -> bool:
        return len(self._open) >= MAX_DASHBOARD_READERS

    @contextmanager
    def open(self, after: int | None = None) -> Iterator[Reader]:
        """A subscription that starts with all stored events, or with those after a known event, and continues live."""
        known = self._remembered(after or 0)
        reader = (
            Reader(known) if after is None else Reader(self._updated_since(after) + known, self._cleared_since(after))
        )
        self._open.add(reader)
        try:
            yield reader
        finally:
            self._open.discard(reader)

    def close(self) -> None:
        """Closes all feeds because the server is stopping."""
        for reader in list(self._open):
            reader.end(STOPPED)

    def _take(self, seq: int, event: Event) -> None:
        for reader in list(self._open):
            reader.take(seq, event)

    def _take_update(self, event: Event) -> None:
        buffer, at = buffer_of(event), self._store.cursor
        if not buffer:
            return
        self._updated_at.pop((buffer, event.key), None)
        self._updated_at[buffer, event.key] = at
        if len(self._updated_at) > MAX_DASHBOARD_UPDATES:
            del self._updated_at[next(iter(self._updated_at))]
        self._take(at, event)

    def _forget(self, buffer: str) -> None:
        if buffer not in KINDS:
            return
        self._cleared_at[buffer] = self._store.cursor
        for reader in list(self._open):
            reader.forget(buffer)

    def _cleared_since(self, after: int) -> list[Kind]:
        """A dashboard that reconnects may have rows from before."""
        return [kind for buffer, at in self._cleared_at.items() if at >= after for kind in KINDS[buffer]]

    def _updated_since(self, after: int) -> list[tuple[int, Event]]:
        """The current events, without removed ones."""
        recent = ((name, at) for name, at in self._updated_at.items() if at >= after)
        found = ((at, self._store.buffers[buffer].find(key)) for (buffer, key), at in recent)
        return [(at, event) for at, event in found if event is not None]

    def _remembered(self, after: int) -> list[tuple[int, Event]]:
        """Oldest first."""
        store = self._store
        rings: list[Iterator[Slot[Any]]] = [
            store.logs.newest_first(),
            store.network.newest_first(),
            store.websocket_events.ring.newest_first(),
            store.actions.newest_first(),
            store.server_logs.newest_first(),
        ]
        slots = heapq.merge(*rings, key=lambda slot: slot.seq, reverse=True)
        newest = islice((slot for slot in slots if slot.last_seq > after), MAX_DASHBOARD_ROWS)
        return [(slot.seq, slot.event) for slot in newest][::-1]
