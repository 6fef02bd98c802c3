"""When an event happened, in seconds since 1970."""

from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, parse_time

MS_PER_S = 1_000


def moment_of(event: Event) -> float:
    """Actions carry milliseconds of their own; every event has a time, stamped where it was missing."""
    if isinstance(event, EnhancedAction) and isinstance(event.timestamp, (int, float)):
        return event.timestamp / MS_PER_S
    return parse_time(event.ts).timestamp()
