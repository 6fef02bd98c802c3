"""Groups errors that are the same one: by their normalized message and the topmost original frame."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from gasoline.analysis.errors.event_time import first_and_last_time
from gasoline.analysis.errors.exception_info import frame_of, message_of
from gasoline.analysis.errors.normalize_message import normalize_message
from gasoline.analysis.errors.read_error_context import snippets_of
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, ThrownEntry, parse_time

Key = tuple[str, str, str]


@dataclass(slots=True)
class Group:
    """One error, however often it happened."""

    latest: AnyLogEntry
    last_seq: int
    """The sequence number of its latest occurrence."""
    count: int
    first_seen: str
    last_seen: str
    first_moment: datetime
    last_moment: datetime
    key: Key = ("", "", "")
    """What makes it the same error."""

    def add(self, other: "Group") -> None:
        self.count += other.count
        if other.last_seq > self.last_seq:
            self.latest, self.last_seq = other.latest, other.last_seq
        if other.first_moment < self.first_moment:
            self.first_moment, self.first_seen = other.first_moment, other.first_seen
        if other.last_moment > self.last_moment:
            self.last_moment, self.last_seen = other.last_moment, other.last_seen


def group_errors(entries: Iterable[tuple[int, AnyLogEntry]]) -> list[Group]:
    """Groups entries, given with the number of their latest occurrence; the latest group comes first."""
    placed = [(number, entry, _browser_place(entry), _source_place(entry)) for number, entry in entries]
    # So that an entry whose source is not known yet is with those whose source is.
    originals = {browser: source for _, _, browser, source in placed if browser and source}
    groups: dict[Key, Group] = {}
    for number, entry, browser, source in placed:
        key = (entry_type(entry), normalize_message(_message(entry)), source or originals.get(browser, browser))
        alone = _alone(number, entry)
        if known := groups.get(key):
            known.add(alone)
        else:
            alone.key = key
            groups[key] = alone
    return sorted(groups.values(), key=lambda group: group.last_seq, reverse=True)


def _message(entry: AnyLogEntry) -> str:
    """Includes the endpoint, because one helper may read the responses of many."""
    request = entry.failed_request if isinstance(entry, ThrownEntry) else None
    about = f" {request.method} {request.url}" if isinstance(request, FailedRequest) else ""
    return message_of(entry) + about


def entry_type(entry: AnyLogEntry) -> str:
    return str(entry.__struct_config__.tag)


def _alone(number: int, entry: AnyLogEntry) -> Group:
    first, last = first_and_last_time(entry)
    moment = parse_time(first)
    return Group(entry, number, entry.times, first, last, moment, moment if last == first else parse_time(last))


def _browser_place(entry: AnyLogEntry) -> str:
    frame = frame_of(entry)
    return f"{frame.file}:{frame.line}:{frame.column}" if frame else ""


def _source_place(entry: AnyLogEntry) -> str:
    snippets = snippets_of(entry)
    return f"{snippets[0].file}:{snippets[0].line}" if snippets else ""
