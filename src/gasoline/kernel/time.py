"""The current time, and when events happened."""

import time
from datetime import UTC, datetime

from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, parse_time

MS_PER_S = 1_000


def utc_now() -> datetime:
    return datetime.now(UTC)


def now_iso() -> str:
    return iso_time(time.time())


def iso_time(seconds: float) -> str:
    """The time that is so many seconds after 1970, as events have it: UTC, with milliseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def event_seconds(event: Event) -> float:
    """Seconds since 1970. Actions have their own milliseconds; any other event has a time, added if it was missing."""
    if isinstance(event, EnhancedAction) and isinstance(event.timestamp, (int, float)):
        return event.timestamp / MS_PER_S
    return parse_time(event.ts).timestamp() if event.ts else 0.0


def event_ms(event: Event) -> float:
    """Milliseconds since 1970."""
    return event_seconds(event) * MS_PER_S
