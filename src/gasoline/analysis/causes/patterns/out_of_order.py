"""Answers out of order: overlapping calls of one endpoint whose last to arrive was not the last sent."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

from gasoline.analysis.causes.patterns.page_watch import WatchedAction
from gasoline.analysis.causes.patterns.pattern import Call, Pattern, milliseconds
from gasoline.analysis.causes.patterns.repeated_request import FAILURE
from gasoline.analysis.causes.patterns.shown_answer import only_in
from gasoline.kernel.urls import origin_of

KIND = "answers_out_of_order"
APART = timedelta(milliseconds=50)  # calls nearer to each other were sent by one action, which waits for all of them


Shown = Literal["older", "newer", "both", "changed", ""]


def out_of_order(calls: list[Call], watched: Sequence[WatchedAction] = ()) -> list[Pattern]:
    """One pattern for each endpoint: the latest occurrence, unless the page showed the right answer."""
    by_endpoint: dict[tuple[object, str, str], list[Call]] = {}
    for call in calls:
        if call.method == "GET" and not call.event.aborted and 0 < (call.event.status or 0) < FAILURE:
            key = (call.event.tab_id, origin_of(call.event.url), call.endpoint)
            by_endpoint.setdefault(key, []).append(call)
    return [found for group in by_endpoint.values() if (found := _newest_race(group, watched))]


def _newest_race(calls: list[Call], watched: Sequence[WatchedAction]) -> Pattern | None:
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
    shown, words = _shown(overtaken, later, watched)
    if shown in ("newer", "both"):
        return None
    return Pattern(
        KIND,
        f"answers out of order: {overtaken.name} was sent before {later.name} but answered "
        f"{milliseconds(overtaken.end - later.end)} after it; {words}{overtaken.place}",
        (overtaken.id, later.id),
    )


def _shown(overtaken: Call, later: Call, watched: Sequence[WatchedAction]) -> tuple[Shown, str]:
    """Which answer the page showed, judged by its texts and changes."""
    unknown: tuple[Shown, str] = "", f"a page that shows whatever comes last shows the older {overtaken.id}"
    action = next((each for each in reversed(watched) if _is_about(each, overtaken, later)), None)
    if action is None:
        return unknown
    old = only_in(action.appeared, overtaken.exchange, later.exchange)
    new = only_in(action.appeared, later.exchange, overtaken.exchange)
    if old and new:
        return "both", ""
    if old or new:
        return ("older", f"the page then showed “{old}” of the older {overtaken.id}") if old else ("newer", "")
    if not action.covers(overtaken.end):
        return unknown
    if not action.changed_after(overtaken.end):
        return "newer", ""
    return "changed", f"the page changed again after it, so it may show the older {overtaken.id}"


def _is_about(action: WatchedAction, overtaken: Call, later: Call) -> bool:
    """Whether both calls were under way while the changes after this action were noticed."""
    is_near = action.start <= later.start <= action.until and overtaken.end <= action.until
    return action.may_have_sent(later.event) and is_near


def _has_same_answer(one: Call, other: Call) -> bool:
    if one.exchange is None or other.exchange is None or one.exchange.response_body is None:
        return False
    return one.exchange.response_body == other.exchange.response_body
