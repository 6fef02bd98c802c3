"""A ring buffer: the newest events, bounded in number and in bytes, each with its place in the sequence."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from gasoline.model.events import Event, happened_again

E = TypeVar("E", bound=Event)


@dataclass(slots=True)
class Slot(Generic[E]):
    """One remembered event: its place in the sequence, what it weighs, and when it happened last."""

    seq: int
    event: E
    size: int
    last_seq: int
    """The sequence number of its latest repeat; `seq` when there was none."""


class Ring(Generic[E]):
    """Keeps the newest; what it let go is counted."""

    def __init__(self, capacity: int, max_bytes: int) -> None:
        self.capacity = capacity
        self.max_bytes = max_bytes
        self.evicted = 0
        self.lost_seq = 0
        """The highest number among the events that were let go or cleared: what came after it is all here."""
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
        """Puts a newer version of a remembered event in its place; `seq` counts only if it happened again."""
        slot = self._by_key[event.key]
        if happened_again(slot.event, event):
            slot.last_seq = max(slot.last_seq, seq)
        self.bytes += size - slot.size
        slot.event, slot.size = event, size
        self._evict_overflow()

    def newest_first(self) -> Iterator[Slot[E]]:
        return reversed(self._slots)

    def resize(self, capacity: int) -> None:
        """Keeps so many from now on."""
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
