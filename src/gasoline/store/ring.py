"""A ring buffer: the newest events, bounded in number and bytes, each with its sequence number."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from gasoline.model.events import Event, happened_again
from gasoline.store.saved_event import SavedEvent, SavedRing

E = TypeVar("E", bound=Event)


@dataclass(slots=True)
class Slot(Generic[E]):
    """One stored event: its sequence number, its size, and its latest occurrence."""

    seq: int
    event: E
    size: int
    last_seq: int
    """The sequence number of its latest repeat; `seq` when there was none."""


class Ring(Generic[E]):
    """Keeps the newest events; evictions are counted."""

    def __init__(self, capacity: int, max_bytes: int) -> None:
        self.capacity = capacity
        self.max_bytes = max_bytes
        self.evicted = 0
        self.lost_seq = 0
        """The highest sequence number among evicted or cleared events: everything after it is stored."""
        self.bytes = 0
        self._slots: deque[Slot[E]] = deque()
        self._by_key: dict[str, Slot[E]] = {}

    def __len__(self) -> int:
        return len(self._slots)

    def append(self, seq: int, event: E, size: int) -> None:
        slot = Slot(seq, event, size, seq)
        self._slots.append(slot)
        self.bytes += size
        if event.key:
            self._by_key[event.key] = slot
        self._evict_overflow()

    def find(self, key: str) -> E | None:
        slot = self._by_key.get(key)
        return slot.event if slot else None

    def replace(self, event: E, size: int, seq: int) -> None:
        """Replaces a stored event by a newer version; `seq` changes only if it occurred again."""
        slot = self._by_key[event.key]
        if happened_again(slot.event, event):
            slot.last_seq = max(slot.last_seq, seq)
        self.bytes += size - slot.size
        slot.event, slot.size = event, size
        self._evict_overflow()

    def saved(self) -> Iterator[SavedEvent[E]]:
        """Every stored event, oldest first."""
        return (SavedEvent(seq=slot.seq, last_seq=slot.last_seq, event=slot.event) for slot in self._slots)

    def load(self, saved: SavedEvent[E], size: int) -> None:
        self.append(saved.seq, saved.event, size)
        if self._slots:
            self._slots[-1].last_seq = max(saved.seq, saved.last_seq)

    def saved_drop_counts(self) -> SavedRing:
        return SavedRing(evicted=self.evicted, lost_seq=self.lost_seq)

    def load_drop_counts(self, saved: SavedRing) -> None:
        self.evicted, self.lost_seq = saved.evicted, saved.lost_seq

    def newest_first(self) -> Iterator[Slot[E]]:
        return reversed(self._slots)

    def resize(self, capacity: int) -> None:
        """Changes the capacity."""
        self.capacity = capacity
        self._evict_overflow()

    def clear(self) -> int:
        count = len(self._slots)
        self.lost_seq = max([self.lost_seq, *(slot.last_seq for slot in self._slots)])
        self._slots.clear()
        self._by_key.clear()
        self.bytes = 0
        return count

    def _evict_overflow(self) -> None:
        while len(self._slots) > self.capacity or (self.bytes > self.max_bytes and len(self._slots) > 1):
            self._evict()

    def _evict(self) -> None:
        slot = self._slots.popleft()
        self.bytes -= slot.size
        self.evicted += 1
        self.lost_seq = max(self.lost_seq, slot.last_seq)
        if self._by_key.get(slot.event.key) is slot:
            del self._by_key[slot.event.key]
