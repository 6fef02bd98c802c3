"""What is kept of each WebSocket connection however busy it is: its first events, and one message of every shape."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta

from gasoline.kernel.shape import response_shape
from gasoline.model.bounds import TIME_CHARS
from gasoline.model.events import Direction, WebSocketEvent, check_times
from gasoline.store.ring import Slot
from gasoline.store.saved_event import Seq

FIRST_EVENTS = 10  # WS-11: of each connection
MAX_SHAPES = 20  # WS-11: of each connection and direction; messages of further ones count as one
MAX_LIFECYCLE_EVENTS = 20  # WS-11: opening, errors and closing of one connection

Key = tuple[Direction | None, str]
"""Direction and shape."""

TEXT = "text"
OTHER = "other"


class EvictedOf(msgspec.Struct, frozen=True, kw_only=True):
    """What the samples cannot say: how many messages of the same shape are gone, and when the newest of these came."""

    evicted: Seq = 0
    last: Annotated[str, Meta(max_length=TIME_CHARS)] = ""

    def __post_init__(self) -> None:
        check_times(self.last or None)


@dataclass(slots=True)
class MessageShape:
    """Messages of one connection and direction that are alike."""

    direction: Direction | None
    shape: str
    """Compact JSON, with the names of types instead of values; `text` for what is not JSON."""
    sample_seq: int
    sample: WebSocketEvent
    first: str
    last: str
    count: int = 0
    evicted: int = 0


@dataclass(slots=True)
class SocketEvidence:
    """The captured messages and shapes of one connection."""

    url: str
    events: int = 0
    lifecycle: int = 0
    kept: set[int] = field(default_factory=set)
    """Sequence numbers of events that outlive their place among the newest."""
    slots: list[Slot[WebSocketEvent]] = field(default_factory=list)
    """The kept events that the ring has evicted, oldest first."""
    shapes: dict[Key, MessageShape] = field(default_factory=dict)

    def record(self, seq: int, event: WebSocketEvent) -> None:
        self.events += 1
        is_kept = self.events <= FIRST_EVENTS
        if event.event == "message":
            key = self._key(event)
            shape = self.shapes.get(key) or self.shapes.setdefault(key, _new_shape(key, seq, event))
            shape.count += 1
            shape.last = event.ts
            is_kept = is_kept or shape.sample_seq == seq
        else:
            self.lifecycle += 1
            is_kept = is_kept or self.lifecycle <= MAX_LIFECYCLE_EVENTS
        if is_kept:
            self.kept.add(seq)

    def keep(self, slot: Slot[WebSocketEvent]) -> bool:
        """Whether an event that loses its place among the newest is kept here."""
        if slot.seq in self.kept:
            self.slots.append(slot)
            return True
        if slot.event.event == "message" and (shape := self.shapes.get(self._key(slot.event))):
            shape.evicted += 1
        return False

    def evicted_of(self, seq: int) -> EvictedOf | None:
        """What to save with the sample of a shape."""
        shape = next((each for each in self.shapes.values() if each.sample_seq == seq), None)
        return EvictedOf(evicted=shape.evicted, last=shape.last) if shape and shape.evicted else None

    def load(self, seq: int, evicted: EvictedOf) -> None:
        for shape in self.shapes.values():
            if shape.sample_seq == seq:
                shape.count += evicted.evicted
                shape.evicted = evicted.evicted
                shape.last = evicted.last

    def _key(self, event: WebSocketEvent) -> Key:
        key = (event.direction or None, shape_name(event.data or ""))
        is_one_more = key not in self.shapes and sum(each[0] == key[0] for each in self.shapes) >= MAX_SHAPES
        return (key[0], OTHER) if is_one_more else key


def _new_shape(key: Key, seq: int, event: WebSocketEvent) -> MessageShape:
    direction, shape = key
    return MessageShape(direction, shape, seq, event, first=event.ts, last=event.ts)


def shape_name(data: str) -> str:
    """The structure of JSON; everything else is text."""
    shape = response_shape(data)
    return TEXT if shape is None else msgspec.json.encode(shape).decode()


def all_slots(evidence: dict[str, SocketEvidence]) -> Iterator[Slot[WebSocketEvent]]:
    """Newest first."""
    slots = [slot for each in evidence.values() for slot in each.slots]
    return iter(sorted(slots, key=lambda slot: slot.seq, reverse=True))
