"""Buffers of events, one for each stream. Clearing and health treat all of them alike."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from gasoline.model.events import Event, NetworkBody
from gasoline.store.listeners import Listeners
from gasoline.store.ring import Ring
from gasoline.store.saved_event import SavedEvent, SavedRing

E = TypeVar("E", bound=Event)


class Origin(msgspec.Struct, frozen=True, array_like=True):
    """The origin of an event: its sequence number, sender, batch and position in the batch."""

    seq: int
    client: str = ""
    batch: int = 0
    index: int = 0


class Buffer(Protocol):
    """The health report of a bounded buffer."""

    capacity: int
    evicted: int

    def __len__(self) -> int: ...
    def saved_drop_counts(self) -> SavedRing: ...
    def load_drop_counts(self, saved: SavedRing) -> None: ...


class EventBuffer(Protocol):
    """The interface for ingest, clearing and health."""

    def add(self, event: Any, size: int, origin: Origin) -> None: ...
    def find(self, key: str) -> Event | None: ...
    def update(self, event: Any, size: int, origin: Origin) -> None: ...
    def commit(self) -> None:
        """Afterwards the batch may be acknowledged."""

    def clear(self) -> int: ...
    def rings(self) -> Mapping[str, Buffer]:
        """The buffers by their names in health."""

    def saved(self) -> Iterable[SavedEvent[Any]]:
        """Everything stored, oldest first, for a capsule."""

    def load(self, line: bytes) -> None:
        """Stores one saved event, given as JSON, without notifying listeners."""


class RingEventBuffer(Generic[E]):
    """A stream with one ring, in memory only."""

    def __init__(self, name: str, ring: Ring[E], kind: type[E]) -> None:
        self.name = name
        self.ring = ring
        self._decoder = msgspec.json.Decoder(SavedEvent[kind])  # type: ignore[valid-type]

    def add(self, event: E, size: int, origin: Origin) -> None:
        self.ring.append(origin.seq, event, size)

    def find(self, key: str) -> E | None:
        return self.ring.find(key)

    def update(self, event: E, size: int, origin: Origin) -> None:
        self.ring.replace(event, size, origin.seq)

    def commit(self) -> None:
        """Nothing to do: data in memory needs no commit."""

    def clear(self) -> int:
        return self.ring.clear()

    def rings(self) -> dict[str, Ring[E]]:
        return {self.name: self.ring}

    def saved(self) -> Iterable[SavedEvent[E]]:
        return self.ring.saved()

    def load(self, line: bytes) -> None:
        self.ring.load(self._decoder.decode(line), len(line))


Listener = Callable[[NetworkBody | None, NetworkBody], None]
"""Called with the previous state of an exchange, if any, and the new one."""


class NetworkBodyBuffer(RingEventBuffer[NetworkBody]):
    """A ring; listeners also receive updates, because a body often arrives after its request."""

    def __init__(self, ring: Ring[NetworkBody]) -> None:
        super().__init__("network_bodies", ring, NetworkBody)
        self._listeners: Listeners[NetworkBody | None, NetworkBody] = Listeners()

    def listen(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def add(self, event: NetworkBody, size: int, origin: Origin) -> None:
        super().add(event, size, origin)
        self._listeners.notify(None, event)

    def update(self, event: NetworkBody, size: int, origin: Origin) -> None:
        before = self.find(event.key)
        super().update(event, size, origin)
        self._listeners.notify(before, event)
