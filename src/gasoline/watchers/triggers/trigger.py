"""What a trigger is: a condition on one kind of event that creates a notice."""

from collections.abc import Callable

from msgspec import Struct

from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.store.store import Store
from gasoline.watchers.clock import Clock

SNAPSHOTS_REPORTED = 100  # loads that were reported

Check = Callable[[Event | None, Event], Notice | None]
"""Checks the previous state of an event, if any, and the new one."""


class Surroundings(Struct, frozen=True):
    """The dependencies of a trigger."""

    store: Store
    clock: Clock
    add_notice: Callable[[Notice], None]
    """Reports events that become significant only after some time."""


class Trigger(Struct, frozen=True):
    """Declared once; `build` creates a check with its own state."""

    event_types: tuple[type[Event], ...]
    build: Callable[[Surroundings], Check]
