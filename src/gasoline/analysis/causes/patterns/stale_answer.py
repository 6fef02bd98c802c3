"""A read that the browser answered from its cache, although a change of what it reads had succeeded before."""

from gasoline.analysis.causes.patterns.pattern import Call, Pattern, milliseconds
from gasoline.analysis.causes.patterns.repeated_request import CHANGES, FAILURE
from gasoline.kernel.urls import origin_of, raw_path

KIND = "stale_answer"


def stale_answer(calls: list[Call]) -> list[Pattern]:
    """One pattern for each address: the latest occurrence. Calls must be sorted by start."""
    reads: dict[tuple[object, str], list[Call]] = {}
    for call in calls:
        if call.method == "GET":
            reads.setdefault((call.event.tab_id, call.event.url), []).append(call)
    changes = [call for call in calls if call.method in CHANGES and 0 < (call.event.status or 0) < FAILURE]
    return [found for group in reads.values() if (found := _newest(group, changes))]


def _newest(reads: list[Call], changes: list[Call]) -> Pattern | None:
    for place in range(len(reads) - 1, -1, -1):
        read = reads[place]
        change = _unseen_change(reads[:place], read, changes) if read.event.cached is True else None
        if change is not None:
            return Pattern(
                KIND,
                f"an old answer from a cache in the browser: {read.name} was not sent, although {change.name} had "
                f"succeeded {milliseconds(read.start - change.end)} before{read.place}",
                (change.id, read.id),
                read.endpoint,
            )
    return None


def _unseen_change(before: list[Call], read: Call, changes: list[Call]) -> Call | None:
    """The newest change that the cached answer cannot contain, because the server was not asked after it."""
    known = [change for change in changes if change.end <= read.start and _concerns(change, read)]
    last = known[-1] if known else None
    if last is None or any(each.event.cached is not True and each.start >= last.end for each in before):
        return None
    return last


def _concerns(change: Call, read: Call) -> bool:
    """A list is changed by what is sent to its address, and to that of one of its items."""
    if change.event.tab_id != read.event.tab_id or origin_of(change.event.url) != origin_of(read.event.url):
        return False
    path, changed = raw_path(read.event.url).rstrip("/"), raw_path(change.event.url).rstrip("/")
    return bool(path) and (changed == path or changed.startswith(f"{path}/"))
