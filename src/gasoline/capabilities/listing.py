"""Lists of captured events: newest first, filtered, cut, with a note that says what is missing and why."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from gasoline.capabilities.capability import Answer, Listing, Params
from gasoline.capabilities.context import Context
from gasoline.model import limits, switches
from gasoline.model.cut_text import without_cut_word
from gasoline.model.errors import ToolError
from gasoline.model.events import Event, parse_time
from gasoline.store.ring import Slot

E = TypeVar("E", bound=Event)
Keep = Callable[[Slot[E]], bool]

Limit = Annotated[int, Meta(ge=1, le=limits.LIMIT_MAX, description="At most.")]
UrlFilter = Annotated[str, Meta(max_length=limits.FILTER_CHARS, description="Part of the URL.")]
Since = Annotated[
    str,
    Meta(max_length=limits.TIME_CHARS, description="Only after this ISO time or cursor; answers end with one."),
]
Before = Annotated[str, Meta(max_length=limits.TIME_CHARS, description="Only before this cursor.")]
Method = Annotated[str, Meta(max_length=limits.METHOD_CHARS)]
_Status = Annotated[int, Meta(ge=0, le=limits.STATUS_MAX)]
StatusMin = Annotated[_Status | None, Meta(description="400 for failures.")]
StatusMax = _Status | None


class ListParams(Params, frozen=True, kw_only=True):
    """Parameters that every list takes."""

    limit: Limit
    url_filter: UrlFilter | None = None
    since: Since | None = None
    before: Before | None = None


class RequestListParams(ListParams, frozen=True, kw_only=True):
    """Parameters that every list of requests takes."""

    method: Method | None = None
    status_min: StatusMin = None
    status_max: StatusMax = None


@dataclass(frozen=True)
class Selection(Generic[E]):
    """The slots that an answer shows, and what its note needs to know."""

    slots: list[Slot[E]]
    note: str
    listing: Listing


def list_newest(
    ctx: Context,
    slots: Iterable[Slot[E]],
    params: ListParams,
    keep: Iterable[Keep[E]],
    show: Callable[[E], Any],
    *,
    evicted: int = 0,
    switch: str = "",
) -> Answer:
    """The newest that pass every filter, and why there are none if there are none. `evicted`: how many the buffer had
    to let go; `switch`: the extension's switch without which there are none."""
    selection = select_newest(ctx, slots, params, keep, evicted=evicted, switch=switch)
    return Answer([show(slot.event) for slot in selection.slots], selection.note, selection.listing)


def select_newest(
    ctx: Context,
    slots: Iterable[Slot[E]],
    params: ListParams,
    keep: Iterable[Keep[E]] = (),
    *,
    evicted: int = 0,
    switch: str = "",
) -> Selection[E]:
    tests = [_later_than(params.since), _earlier_than(params.before), url_contains(params.url_filter), *keep]
    found: list[Slot[E]] = []
    matching = seen = 0
    for slot in slots:
        seen += 1
        if not all(test(slot) for test in tests):
            continue
        matching += 1
        if len(found) < params.limit:
            found.append(slot)
    note = "" if matching else _why_nothing(ctx, params, seen, evicted, switch)
    return Selection(found, note, Listing(matching, [slot.seq for slot in found], ctx.store.cursor))


def request_filters(params: RequestListParams) -> list[Keep[Any]]:
    """The filters that every list of requests has."""
    return [_by_method(params.method), _status_between(params.status_min, params.status_max)]


def _by_method(method: str | None) -> Keep[Any]:
    """A filter for `method`, in whatever letters."""
    if not method:
        return lambda _: True
    wanted = method.upper()
    return lambda slot: isinstance(slot.event.method, str) and slot.event.method.upper() == wanted


def _status_between(low: int | None, high: int | None) -> Keep[Any]:
    """A filter for `status_min` and `status_max`; what has no status is left out."""
    if low is None and high is None:
        return lambda _: True
    floor, ceiling = low or 0, limits.STATUS_MAX if high is None else high
    return lambda slot: isinstance(slot.event.status, int) and floor <= slot.event.status <= ceiling


CUT_BY_CAPTURE = ("requestBody", "responseBody", "data")


def shown(event: Event) -> Any:
    """An event as an answer shows it: without the name that only updates need."""
    fields = shown_with_id(event)
    del fields["id"]
    return fields


def shown_with_id(event: Event) -> Any:
    """Where its text is only the beginning, without half a word at the end."""
    fields = msgspec.to_builtins(event)
    if fields.get("truncated") is True:
        fields |= {name: without_cut_word(fields[name]) for name in CUT_BY_CAPTURE if fields.get(name)}
    return fields


def _later_than(since: str | None) -> Keep[Any]:
    """A filter for `since`: a cursor such as c120, or an ISO time. What happened again counts by its latest time."""
    if not since:
        return lambda _: True
    if (cursor := Listing.read_cursor(since)) is not None:
        return lambda slot: slot.last_seq > cursor
    try:
        moment = parse_time(since)
    except ValueError:
        raise _no_such_place("since", since, ', or a time such as "2026-01-31T12:00:00Z"') from None
    return lambda slot: parse_time(getattr(slot.event, "last_seen", None) or slot.event.ts) > moment


def _earlier_than(before: str | None) -> Keep[Any]:
    if not before:
        return lambda _: True
    cursor = Listing.read_cursor(before)
    if cursor is None:
        raise _no_such_place("before", before)
    return lambda slot: slot.seq < cursor


def url_contains(part: str | None) -> Keep[Any]:
    """A filter for `url_filter`: the event's own URL or that of its page."""
    if not part:
        return lambda _: True
    return lambda slot: matches_url(slot.event, part)


def matches_url(event: Event, part: str) -> bool:
    return part in event.url or part in (getattr(event, "page_url", None) or "")


def _no_such_place(name: str, value: str, more: str = "") -> ToolError:
    return ToolError(
        "invalid_argument",
        f"{name}={value!r} is no place in the list.",
        f'Pass a cursor from an earlier answer such as "c120"{more}.',
    )


def _why_nothing(ctx: Context, params: ListParams, seen: int, evicted: int, switch: str) -> str:
    if not seen:
        return why_nothing_captured(ctx, switch)
    if params.since and not (params.url_filter or params.before):
        return f"Nothing new since {params.since}."
    older = f" {evicted} older ones were evicted from the buffer; repeat the steps to see them." if evicted else ""
    return f"None of the {seen} captured match; loosen the filters.{older}"


def why_nothing_captured(ctx: Context, switch: str = "") -> str:
    """Why a buffer is empty; `switch` is the extension's switch that fills it."""
    extension = ctx.store.extension
    if ctx.store.received and not extension.connected:
        return "Nothing of this kind is in the buffers now, and the extension is not connected. Run `gasoline doctor`."
    if not extension.ever_connected:
        return "Nothing captured yet: the extension has not connected. Run `gasoline doctor`."
    if not extension.connected:
        return "Nothing captured: the extension is not connected now. Is the browser open?"
    if not extension.watched:
        return "Nothing captured yet: no captured page is open. Open a local page, or switch on “Capture this site”."
    if switch and extension.switches.get(switch) is False:
        label = switches.ON_BY_DEFAULT[switch]
        return f"Nothing captured: “{label}” is off. Ask the person to switch it on in the extension's popup."
    return "Nothing of this kind was captured since the server started or its buffers were cleared."
