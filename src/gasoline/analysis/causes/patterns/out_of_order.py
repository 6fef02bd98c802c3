"""Answers out of order: overlapping calls of one endpoint whose last to arrive was not the last sent."""

from datetime import timedelta

from gasoline.analysis.causes.patterns.pattern import Call, Pattern, milliseconds
from gasoline.kernel.urls import origin_of

KIND = "answers_out_of_order"
APART = timedelta(milliseconds=50)  # calls nearer to each other were sent by one action, which waits for all of them


def out_of_order(calls: list[Call]) -> list[Pattern]:
    """One for each endpoint: the newest time that it happened."""
    by_endpoint: dict[tuple[object, str, str], list[Call]] = {}
    for call in calls:
        if call.method == "GET" and not call.event.aborted and call.event.status:
            key = (call.event.tab_id, origin_of(call.event.url), call.endpoint)
            by_endpoint.setdefault(key, []).append(call)
    return [found for group in by_endpoint.values() if (found := _newest_race(group))]


def _newest_race(calls: list[Call]) -> Pattern | None:
    race: tuple[Call, Call] | None = None
    slowest = calls[0]
    for call in calls[1:]:
        if call.end >= slowest.end:
            slowest = call
        elif call.start - slowest.start >= APART and not _has_same_answer(slowest, call):
            race = slowest, call
    if race is None:
        return None
    overtaken, later = race
    return Pattern(
        KIND,
        f"answers out of order: {overtaken.name} was sent before {later.name} but answered "
        f"{milliseconds(overtaken.end - later.end)} after it; a page that shows whatever comes last shows the older "
        f"{overtaken.id}{overtaken.place}",
        (overtaken.id, later.id),
    )


def _has_same_answer(one: Call, other: Call) -> bool:
    if one.exchange is None or other.exchange is None or one.exchange.response_body is None:
        return False
    return one.exchange.response_body == other.exchange.response_body
