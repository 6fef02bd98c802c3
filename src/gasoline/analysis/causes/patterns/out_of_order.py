"""Answers out of order: overlapping calls of one path whose last to arrive was not the last sent."""

from gasoline.analysis.causes.patterns.pattern import Call, Pattern, milliseconds
from gasoline.kernel.urls import without_query

KIND = "answers_out_of_order"


def out_of_order(calls: list[Call]) -> list[Pattern]:
    """One for each path: the newest time that it happened."""
    by_path: dict[tuple[object, str, str], list[Call]] = {}
    for call in calls:
        if call.method == "GET" and not call.event.aborted and call.event.status:
            by_path.setdefault((call.event.tab_id, call.method, without_query(call.event.url)), []).append(call)
    return [found for group in by_path.values() if (found := _newest_race(group))]


def _newest_race(calls: list[Call]) -> Pattern | None:
    for later in reversed(calls):
        overtaken = [
            earlier
            for earlier in calls
            if earlier.start < later.start < earlier.end and later.end < earlier.end and _differs(earlier, later)
        ]
        if overtaken:
            last = max(overtaken, key=lambda call: call.end)
            return Pattern(
                KIND,
                f"answers out of order: {last.name} was sent before {later.name} but answered "
                f"{milliseconds(last.end - later.end)} after it; a page that shows whatever comes last shows the older "
                f"{last.id}{last.place}",
                (last.id, later.id),
            )
    return None


def _differs(one: Call, other: Call) -> bool:
    return one.event.url != other.event.url
