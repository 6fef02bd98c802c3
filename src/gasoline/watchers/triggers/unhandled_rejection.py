"""An unhandled promise rejection."""

from gasoline.model.events import Event, ExceptionEntry
from gasoline.model.notices import Notice
from gasoline.watchers.triggers.describe_error import error_notice, identity
from gasoline.watchers.triggers.trigger import Trigger


def check(before: Event | None, event: Event) -> Notice | None:
    if before is None and isinstance(event, ExceptionEntry) and event.rejection is True:
        return error_notice("Unhandled rejection", event, identity(event))
    return None


TRIGGER = Trigger((ExceptionEntry,), lambda _: check)
