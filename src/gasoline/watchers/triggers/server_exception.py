"""An exception of a development server that is new in this session."""

from collections import OrderedDict

from msgspec import UNSET

from gasoline.analysis.errors.normalize_message import normalize_message
from gasoline.kernel.digest import digest
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.model.server_logs import ServerException, ServerLogEntry
from gasoline.watchers.notice_text import page_text, path_name, type_name
from gasoline.watchers.triggers.new_error import ERRORS_KNOWN
from gasoline.watchers.triggers.trigger import Surroundings, Trigger


class NewServerException:
    """Remembers the known exceptions."""

    def __init__(self, _: Surroundings) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        if before is not None or not isinstance(event, ServerLogEntry) or event.exception is UNSET:
            return None
        message = normalize_message(event.exception.message.partition("\n")[0])
        topic = f"{event.name} {event.exception.type} {event.exception.file} {message}"
        return _notice(event, event.exception, topic) if self._is_new(digest(topic)) else None

    def _is_new(self, exception: int) -> bool:
        is_new = exception not in self._known
        self._known[exception] = None
        self._known.move_to_end(exception)
        if len(self._known) > ERRORS_KNOWN:
            self._known.popitem(last=False)
        return is_new


def _notice(event: ServerLogEntry, exception: ServerException, topic: str) -> Notice:
    kind = type_name(exception.type.rpartition(".")[2])
    at = f" at {path_name(exception.file)}:{exception.line}" if exception.file else ""
    return Notice(
        category="errors",
        message=f"Server exception: {kind}{at}",
        timestamp=event.ts,
        context={"text": page_text(exception.message), "server": page_text(event.name), "type": kind},
        topic=str(digest(topic)),
    )


TRIGGER = Trigger((ServerLogEntry,), NewServerException)
