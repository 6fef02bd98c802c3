"""An error that is new in this session."""

from collections import OrderedDict

from gasoline.kernel.digest import digest
from gasoline.model.events import ConsoleEntry, Event, ExceptionEntry, ResourceEntry
from gasoline.model.notices import Notice
from gasoline.watchers.triggers.describe_error import error_notice, identity
from gasoline.watchers.triggers.trigger import Surroundings, Trigger

ERRORS_KNOWN = 1_000  # errors that are not new any more; as many as are kept


class NewError:
    """Remembers the known errors."""

    def __init__(self, _: Surroundings) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        if before is not None or not isinstance(event, (ConsoleEntry, ExceptionEntry, ResourceEntry)):
            return None
        if event.level != "error" or (isinstance(event, ExceptionEntry) and event.rejection is True):
            return None
        error = identity(event)
        return error_notice("New error", event, error) if self._is_new(digest(error)) else None

    def _is_new(self, error: int) -> bool:
        is_new = error not in self._known
        self._known[error] = None
        self._known.move_to_end(error)
        if len(self._known) > ERRORS_KNOWN:
            self._known.popitem(last=False)
        return is_new


TRIGGER = Trigger((ConsoleEntry, ExceptionEntry, ResourceEntry), NewError)
