"""A render that never came: an action's request succeeded, and the page did not change after the answer."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import timedelta

from gasoline.analysis.causes.patterns.page_watch import WatchedAction
from gasoline.analysis.causes.patterns.pattern import Call, Pattern, milliseconds
from gasoline.analysis.causes.patterns.telemetry_address import is_telemetry
from gasoline.kernel.urls import split_url

KIND = "no_render"
CAUSED_WITHIN = timedelta(seconds=2)  # SCR-08: a request belongs to the last action before it
SUCCESS = range(200, 204)  # later ones have no content
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def no_render(calls: Sequence[Call], watched: Sequence[WatchedAction]) -> list[Pattern]:
    """One pattern per action: its last answer, if the page never changed afterwards. Calls must be sorted by start."""
    starts = [call.start for call in calls]
    found = []
    for number, action in enumerate(watched):
        later = _next(watched, number)
        end = min(action.start + CAUSED_WITHIN, later.start) if later else action.start + CAUSED_WITHIN
        near = calls[bisect_left(starts, action.start) : bisect_left(starts, end)]
        own = [call for call in near if action.may_have_sent(call.event)]
        if own and (pattern := _unseen(max(own, key=lambda call: call.end), calls, action)):
            found.append(pattern)
    return found


def _next(watched: Sequence[WatchedAction], number: int) -> WatchedAction | None:
    later = (each for each in watched[number + 1 :] if each.tab == watched[number].tab)
    return next(later, None)


def _unseen(last: Call, calls: Sequence[Call], action: WatchedAction) -> Pattern | None:
    if last.event.status not in SUCCESS or not action.covers(last.end) or action.changed_after(last.end):
        return None
    if _has_nothing_to_show(last) or _is_known(last, calls):
        return None
    answered = f"{last.name} was answered {last.event.status}"
    waited = milliseconds(action.until - last.end)
    return Pattern(
        KIND, f"{answered}, but no element or text of the page changed in the {waited} after it{last.place}", (last.id,)
    )


def _has_nothing_to_show(call: Call) -> bool:
    if is_telemetry(call.event.url) or not _is_own(call):
        return True
    return call.exchange is not None and not call.exchange.response_body


def _is_own(call: Call) -> bool:
    """True for the page's own server; other servers may return data that no page shows."""
    page = split_url(call.event.page_url).hostname if isinstance(call.event.page_url, str) else None
    asked = split_url(call.event.url).hostname
    return page is None or page == asked or {page, asked} <= LOCAL


def _is_known(call: Call, calls: Sequence[Call]) -> bool:
    """Whether a read may have received what the page shows anyway, as it did before."""
    if call.method != "GET":
        return False
    before = [each for each in calls if each.event.url == call.event.url and each.end <= call.start]
    return bool(before) and not _differs(before[-1], call)


def _differs(one: Call, other: Call) -> bool:
    if one.exchange and other.exchange:
        return one.exchange.response_body != other.exchange.response_body
    sizes = one.event.decoded_size, other.event.decoded_size
    return all(sizes) and sizes[0] != sizes[1]
