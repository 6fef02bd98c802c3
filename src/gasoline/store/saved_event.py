"""Stored data as a capsule keeps it: events with their place in the sequence, and named values with their lifetime."""

from typing import Annotated, Any, Generic, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from gasoline.model.bounds import EXACT_INTEGER, URL_CHARS
from gasoline.model.events import Event

E = TypeVar("E", bound=Event)
V = TypeVar("V")
Seq = Annotated[int, Meta(ge=0, le=EXACT_INTEGER)]


class SavedEvent(Struct, Generic[E], frozen=True, kw_only=True):
    """One event of a stream. Its sequence numbers are kept, so that ids in answers stay the same."""

    seq: Seq
    last_seq: Seq
    event: E
    state: Any | UnsetType = UNSET
    """What the buffer knows beyond the event itself."""

    def __post_init__(self) -> None:
        if not self.event.ts:
            raise ValueError("an event without a time")


class SavedValue(Struct, Generic[V], frozen=True, kw_only=True):
    """A named value that expires."""

    name: Annotated[str, Meta(max_length=URL_CHARS)]
    seconds_left: float
    value: V


class SavedRing(Struct, frozen=True, kw_only=True):
    """What a ring has lost."""

    evicted: Seq = 0
    lost_seq: Seq = 0
