"""The same request again: a change that was sent twice, or a read that is sent again and again."""

from datetime import timedelta
from itertools import pairwise

from gasoline.analysis.causes.patterns.pattern import Call, Pattern, milliseconds

KIND = "repeated_request"
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
TWICE_WITHIN = timedelta(seconds=1)  # two changes this near to each other were one intention
MANY_READS = 5  # from so many on a read is sent again and again
READS_WITHIN = timedelta(seconds=10)


def repeated_request(calls: list[Call]) -> list[Pattern]:
    """One for each address: the newest time that it happened."""
    by_address: dict[tuple[object, str, str], list[Call]] = {}
    for call in calls:
        by_address.setdefault((call.event.tab_id, call.method, call.event.url), []).append(call)
    return [found for group in by_address.values() if (found := _twice(group) or _again_and_again(group))]


def _twice(calls: list[Call]) -> Pattern | None:
    if calls[0].method not in CHANGES:
        return None
    for first, second in reversed(list(pairwise(calls))):
        apart = second.start - first.start
        # One that failed may be tried again.
        if apart <= TWICE_WITHIN and first.event.status:
            return Pattern(
                KIND,
                f"the same change was sent twice: {first.name} and {second.id} {milliseconds(apart)} later"
                f"{' while the first was under way' if second.start < first.end else ''}{second.place}",
                (first.id, second.id),
            )
    return None


def _again_and_again(calls: list[Call]) -> Pattern | None:
    if calls[0].method in CHANGES or len(calls) < MANY_READS:
        return None
    newest = calls[-MANY_READS:]
    if newest[-1].start - newest[0].start > READS_WITHIN:
        return None
    first = next(call for call in calls if newest[-1].start - call.start <= READS_WITHIN)
    near = calls[calls.index(first) :]
    span = milliseconds(near[-1].start - first.start)
    return Pattern(
        KIND,
        f"the same request was sent {len(near)} times in {span}: {near[-1].name}{near[-1].place}",
        tuple(call.id for call in near[-MANY_READS:]),
    )
