"""What a trigger is: a kind of event that is worth a notice under some condition."""

from collections.abc import Callable
from dataclasses import dataclass

from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.store.store import Store
from gasoline.watchers.clock import Clock

Check = Callable[[Event | None, Event], Notice | None]
"""Looks at what was known of an event, if anything, and at what is known now."""


@dataclass(frozen=True)
class Surroundings:
    """What a trigger may need beside the event."""

    store: Store
    clock: Clock
    tell: Callable[[Notice], None]
    """For what becomes significant by the passing of time."""


@dataclass(frozen=True)
class Trigger:
    """Declared once; `build` makes a check with a memory of its own."""

    hears: tuple[type[Event], ...]
    build: Callable[[Surroundings], Check]
