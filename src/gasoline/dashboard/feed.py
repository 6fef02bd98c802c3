"""The live feed: every open dashboard gets each event once, as a row, in batches, unless it falls too far behind."""

import asyncio
import heapq
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from gasoline.dashboard.rows import KINDS, Kind, Row, row_of, shelf_of
from gasoline.model import limits
from gasoline.model.events import Event
from gasoline.store.ring import Slot
from gasoline.store.store import Store

BEHIND = f"more than {limits.DASHBOARD_BACKLOG} rows behind"
STOPPED = "the server stops"


class Reader:
    """What one dashboard has not been sent yet."""

    def __init__(self, known: list[tuple[int, Event]], cleared: Iterable[Kind] = ()) -> None:
        self.reason = ""
        """Why it is told to go; empty while it may stay."""
        self.sent = 0
        """The number of the newest event that it has."""
        self._waiting: deque[tuple[int, Event]] = deque(known)
        self._cleared: set[Kind] = set(cleared)
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        return bool(self.reason) and not self._waiting

    def take(self, seq: int, event: Event) -> None:
        if self.reason:
            return
        if len(self._waiting) >= limits.DASHBOARD_BACKLOG:
            self._waiting.clear()
            self.end(BEHIND)
            return
        self._waiting.append((seq, event))
        self._changed.set()

    def forget(self, shelf: str) -> None:
        """Its rows, those that were sent and those that wait, are no more."""
        self._cleared.update(KINDS[shelf])
        self._waiting = deque(each for each in self._waiting if shelf_of(each[1]) != shelf)
        self._changed.set()

    def take_cleared(self) -> list[Kind]:
        """Kinds of rows to drop before the next ones are taken; each is said once."""
        cleared, self._cleared = sorted(self._cleared), set()
        return cleared

    def end(self, reason: str) -> None:
        self.reason = self.reason or reason
        self._changed.set()

    async def next(self, wait_s: float) -> list[Row]:
        """The next rows, oldest first; none if nothing came for so long. What comes in a burst travels together."""
        if not self._waiting and not self._cleared and not self.reason:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), wait_s)
            except TimeoutError:
                return []
            await asyncio.sleep(limits.DASHBOARD_GATHER_S)
        return self._batch()

    def _batch(self) -> list[Row]:
        """Events become rows only now: nobody pays for those that no dashboard takes."""
        count = min(limits.DASHBOARD_BATCH, len(self._waiting))
        events = [self._waiting.popleft() for _ in range(count)]
        self.sent = max([self.sent, *(seq for seq, _ in events)])
        return [row for seq, event in events if (row := row_of(seq, event))]


class Feed:
    """Listens to the store once, for all dashboards."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: set[Reader] = set()
        self._cleared_at: dict[str, int] = {}
        self._updated_at: dict[tuple[str, str], int] = {}
        """When more became known of an event, by its shelf and key: an update has no number of its own."""
        store.listen(self._take)
        store.listen_to_updates(lambda _, after: self._take_update(after))
        store.listen_to_clearing(self._forget)

    @property
    def is_full(self) -> bool:
        return len(self._open) >= limits.DASHBOARD_READERS

    @contextmanager
    def open(self, after: int | None = None) -> Iterator[Reader]:
        """A reader of what is remembered, or of what came after an event that it knows, and of all that comes."""
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
        """The server stops."""
        for reader in list(self._open):
            reader.end(STOPPED)

    def _take(self, seq: int, event: Event) -> None:
        for reader in list(self._open):
            reader.take(seq, event)

    def _take_update(self, event: Event) -> None:
        shelf, at = shelf_of(event), self._store.cursor
        if not shelf:
            return
        self._updated_at.pop((shelf, event.key), None)
        self._updated_at[shelf, event.key] = at
        if len(self._updated_at) > limits.DASHBOARD_UPDATES:
            del self._updated_at[next(iter(self._updated_at))]
        self._take(at, event)

    def _forget(self, shelf: str) -> None:
        if shelf not in KINDS:
            return
        self._cleared_at[shelf] = self._store.cursor
        for reader in list(self._open):
            reader.forget(shelf)

    def _cleared_since(self, after: int) -> list[Kind]:
        """Who comes back may have rows from before."""
        return [kind for shelf, at in self._cleared_at.items() if at >= after for kind in KINDS[shelf]]

    def _updated_since(self, after: int) -> list[tuple[int, Event]]:
        """As they are now, without those that are gone."""
        recent = ((name, at) for name, at in self._updated_at.items() if at >= after)
        found = ((at, self._store.shelves[shelf].find(key)) for (shelf, key), at in recent)
        return [(at, event) for at, event in found if event is not None]

    def _remembered(self, after: int) -> list[tuple[int, Event]]:
        """Oldest first."""
        store = self._store
        rings: list[Iterator[Slot[Any]]] = [
            store.logs.newest_first(),
            store.network.newest_first(),
            store.websocket_events.ring.newest_first(),
            store.actions.newest_first(),
        ]
        slots = heapq.merge(*rings, key=lambda slot: slot.seq, reverse=True)
        newest = islice((slot for slot in slots if slot.last_seq > after), limits.DASHBOARD_ROWS)
        return [(slot.seq, slot.event) for slot in newest][::-1]
