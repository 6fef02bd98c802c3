"""A shelf: where the events of one stream are kept. Clearing and health go over all shelves alike."""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from gasoline.model.events import Event
from gasoline.store.ring import Ring

E = TypeVar("E", bound=Event)


class Origin(msgspec.Struct, frozen=True, array_like=True):
    """Where an event came from: its sequence number, the sender, the sender's batch and the place in it."""

    seq: int
    client: str = ""
    batch: int = 0
    index: int = 0


class Buffer(Protocol):
    """What health shows of a bounded memory."""

    capacity: int
    evicted: int

    def __len__(self) -> int: ...


class Shelf(Protocol):
    """What ingest, clearing and health need of a stream's memory."""

    def add(self, event: Any, size: int, origin: Origin) -> None: ...
    def find(self, key: str) -> Event | None: ...
    def update(self, event: Any, size: int, origin: Origin) -> None: ...
    def commit(self) -> None:
        """After it the batch may be acknowledged."""

    def clear(self) -> int: ...
    def rings(self) -> Mapping[str, Buffer]:
        """The buffers by the names that health shows."""


class RingShelf(Generic[E]):
    """A stream that is one ring, in memory only."""

    def __init__(self, name: str, ring: Ring[E]) -> None:
        self.name = name
        self.ring = ring

    def add(self, event: E, size: int, origin: Origin) -> None:
        self.ring.append(origin.seq, event, size)

    def find(self, key: str) -> E | None:
        return self.ring.find(key)

    def update(self, event: E, size: int, origin: Origin) -> None:
        self.ring.replace(event, size, origin.seq)

    def commit(self) -> None:
        """Memory needs no commit."""

    def clear(self) -> int:
        return self.ring.clear()

    def rings(self) -> dict[str, Ring[E]]:
        return {self.name: self.ring}
