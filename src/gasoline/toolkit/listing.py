"""Lists of captured events: newest first, filtered and truncated, with a note that says what is missing and why."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from gasoline.analysis.causes.find_call_site import with_call_site
from gasoline.analysis.errors.event_time import page_of
from gasoline.kernel.text import drop_partial_word
from gasoline.kernel.urls import origin_of
from gasoline.model import switches
from gasoline.model.bounds import TIME_CHARS
from gasoline.model.events import Event, parse_time
from gasoline.model.http import MAX_STATUS, METHOD_CHARS
from gasoline.model.tool_error import ToolError
from gasoline.store.ring import Slot
from gasoline.toolkit.capability import Answer, Listing, Params
from gasoline.toolkit.context import Context
from gasoline.toolkit.entry_place import where_listed

LIMIT_MAX = 1_000  # ANS-07
FILTER_CHARS = 2_000  # a filter text
NOT_SHOWN = frozenset({"id", "pageWatch"})

E = TypeVar("E", bound=Event)
Filter = Callable[[Slot[E]], bool]

Limit = Annotated[int, Meta(ge=1, le=LIMIT_MAX, description="Maximum entries.")]
UrlFilter = Annotated[str, Meta(max_length=FILTER_CHARS, description="Part of the URL.")]
Since = Annotated[
    str,
    Meta(max_length=TIME_CHARS, description="After this ISO time, cursor or id."),
]
Before = Annotated[str, Meta(max_length=TIME_CHARS, description="Before this cursor or id.")]
Method = Annotated[str, Meta(max_length=METHOD_CHARS, description="HTTP method.")]
_Status = Annotated[int, Meta(ge=0, le=MAX_STATUS)]
StatusMin = Annotated[_Status | None, Meta(description="Lowest HTTP status; 400 for failures.")]
StatusMax = Annotated[_Status | None, Meta(description="Highest HTTP status.")]

EntryId = Annotated[str, Meta(max_length=TIME_CHARS, description="Entry id (e14): shows it complete.")]


class PlaceParams(Params, frozen=True, kw_only=True):
    """The parameters of every list."""

    limit: Limit
    id: EntryId | None = None
    since: Since | None = None
    before: Before | None = None


class ListParams(PlaceParams, frozen=True, kw_only=True):
    """The parameters of every list of what pages did."""

    url_filter: UrlFilter | None = None


class RequestListParams(ListParams, frozen=True, kw_only=True):
    """The parameters of every list of requests."""

    method: Method | None = None
    status_min: StatusMin = None
    status_max: StatusMax = None


@dataclass(frozen=True)
class Selection(Generic[E]):
    """The slots that an answer shows, and the data for its note."""

    slots: list[Slot[E]]
    note: str
    listing: Listing
    folded: list[Slot[E]]
    """Matching entries between those, which the answer only counts."""


def list_newest(
    ctx: Context,
    slots: Iterable[Slot[E]],
    params: ListParams,
    keep: Iterable[Filter[E]],
    show: Callable[[E], Any],
    *,
    evicted: int = 0,
    switch: str = "",
) -> Answer:
    """The newest events that pass every filter, or the reason why there are none. `evicted`: how many the buffer
    evicted; `switch`: the extension's switch that fills it."""
    selection = select_newest(ctx, slots, params, keep, evicted=evicted, switch=switch)
    return Answer([show(slot.event) for slot in selection.slots], selection.note, selection.listing)


def select_newest(
    ctx: Context,
    slots: Iterable[Slot[E]],
    params: PlaceParams,
    keep: Iterable[Filter[E]] = (),
    *,
    evicted: int = 0,
    switch: str = "",
    fold: Filter[E] | None = None,
    evicted_note: str | None = None,
) -> Selection[E]:
    """`fold`: entries that take no place of others, because the answer only counts them. `evicted_note`: what the
    buffer evicted of what was asked for, if it knows that better than by a number."""
    url_filter = params.url_filter if isinstance(params, ListParams) else None
    places = _effective(with_id(params.id), _later_than(params.since), _earlier_than(params.before))
    filters = _effective(url_contains(url_filter), *keep)
    found: list[Slot[E]] = []
    folded: list[Slot[E]] = []
    pages: list[str] = []
    in_place = seen = 0
    for slot in slots:
        seen += 1
        if places and not all(test(slot) for test in places):
            continue
        in_place += 1
        if filters and not all(test(slot) for test in filters):
            continue
        if fold and fold(slot):
            folded += [slot] if len(found) < params.limit else []
            continue
        pages.append(page_of(slot.event))
        if len(found) < params.limit:
            found.append(slot)
    note = ""
    if not pages and not folded:
        older = _older_evicted(evicted) if evicted_note is None else evicted_note
        note = _why_nothing(ctx, params, seen, in_place, older) or why_nothing_captured(ctx, switch)
    listing = Listing(len(pages), [slot.seq for slot in found], ctx.store.cursor, count_sites(pages))
    return Selection(found, note, listing, folded)


def count_sites(pages: Iterable[str]) -> dict[str, int]:
    """How many of the pages each site has, by its origin."""
    sites: Counter[str] = Counter()
    for page, number in Counter(pages).items():
        sites[origin_of(page)] += number
    return dict(sites)


def everything(_: Slot[Any]) -> bool:
    """The filter of a parameter that was not given."""
    return True


def _effective(*filters: Filter[E]) -> list[Filter[E]]:
    """Drops filters that pass everything, because each filter is called for every entry."""
    return [each for each in filters if each is not everything]


def with_id(entry_id: str | None) -> Filter[Any]:
    """A filter for `id`: the number behind its letter is the entry's place in the sequence."""
    if not entry_id:
        return everything
    number = Listing.read_cursor(entry_id)
    if number is None:
        raise ToolError(
            "invalid_argument",
            f"id={entry_id!r} is not the id of an entry.",
            "Each entry begins with its id, such as e14.",
        )
    return lambda slot: number in (slot.seq, slot.last_seq)


def request_filters(params: RequestListParams) -> list[Filter[Any]]:
    """The filters that every list of requests has."""
    return [_by_method(params.method), _status_between(params.status_min, params.status_max)]


def _by_method(method: str | None) -> Filter[Any]:
    """A filter for `method`, ignoring case."""
    if not method:
        return everything
    wanted = method.upper()
    return lambda slot: isinstance(slot.event.method, str) and slot.event.method.upper() == wanted


def _status_between(low: int | None, high: int | None) -> Filter[Any]:
    """A filter for `status_min` and `status_max`; entries without a status are left out."""
    if low is None and high is None:
        return everything
    floor, ceiling = low or 0, MAX_STATUS if high is None else high
    return lambda slot: isinstance(slot.event.status, int) and floor <= slot.event.status <= ceiling


REPEAT = "repeat the steps to capture them again."
TRUNCATED_BY_CAPTURE = ("requestBody", "responseBody", "data")


def shown(event: Event) -> Any:
    """An event as shown in an answer: without the id that only updates need, and what only patterns are found by."""
    return {name: value for name, value in shown_with_id(event).items() if name not in NOT_SHOWN}


def shown_with_id(event: Event) -> Any:
    """Truncated texts do not end in half a word."""
    fields = with_call_site(msgspec.to_builtins(event))
    if fields.get("truncated") is True:
        fields |= {name: drop_partial_word(fields[name]) for name in TRUNCATED_BY_CAPTURE if fields.get(name)}
    return fields


def _later_than(since: str | None) -> Filter[Any]:
    """A filter for `since`: a cursor such as c120, or an ISO time. Repeats count by their latest occurrence."""
    if not since:
        return everything
    if (cursor := Listing.read_cursor(since)) is not None:
        return lambda slot: slot.last_seq > cursor
    try:
        moment = parse_time(since)
    except ValueError:
        raise _no_such_place("since", since, ', or a time such as "2026-01-31T12:00:00Z"') from None
    return lambda slot: parse_time(getattr(slot.event, "last_seen", None) or slot.event.ts) > moment


def _earlier_than(before: str | None) -> Filter[Any]:
    if not before:
        return everything
    cursor = Listing.read_cursor(before)
    if cursor is None:
        raise _no_such_place("before", before)
    return lambda slot: slot.seq < cursor


def url_contains(part: str | None) -> Filter[Any]:
    """A filter for `url_filter`: the event's own URL or that of its page."""
    if not part:
        return everything
    return lambda slot: matches_url(slot.event, part)


def matches_url(event: Event, part: str) -> bool:
    return part in event.url or part in (getattr(event, "page_url", None) or "")


def _no_such_place(name: str, value: str, more: str = "") -> ToolError:
    return ToolError(
        "invalid_argument",
        f"{name}={value!r} is not a valid cursor or time.",
        f'Pass a cursor from an earlier answer such as "c120"{more}.',
    )


def _why_nothing(ctx: Context, params: PlaceParams, seen: int, in_place: int, older: str) -> str:
    """Why no entry matches; empty if the buffer is empty. `in_place`: how many entries `id`, `since` and `before`
    leave for the other filters."""
    if params.id and (call := where_listed(ctx.store, params.id)) and not in_place:
        return f"{params.id} is an entry of another list: {call}"
    if not seen:
        return ""
    if params.id and in_place:
        return f"Entry {params.id} does not match the other filters; ask for it by its id alone."
    if params.id:
        return (
            f"There is no entry {params.id} here: it was evicted or cleared, or it never was in this list. "
            "List the entries again."
        )
    if params.since and not params.before and not in_place:
        return _nothing_since(ctx, params.since)
    since = f" since {params.since}" if params.since and in_place else ""
    return f"None of the {in_place or seen} captured entries{since} match; broaden the filters. {older}".rstrip()


def _nothing_since(ctx: Context, since: str) -> str:
    if (Listing.read_cursor(since) or 0) > ctx.store.cursor:
        return f"{since} is later than every entry, so it is from an earlier run of the server; leave out since."
    return f"Nothing new since {since}."


def _older_evicted(count: int) -> str:
    return f"{count} older ones were evicted from the buffer; {REPEAT}" if count else ""


def why_nothing_captured(ctx: Context, switch: str = "") -> str:
    """Why a buffer is empty; `switch` is the extension's switch that fills it."""
    extension = ctx.store.extension
    if ctx.store.received and not extension.connected:
        return "The buffers contain nothing of this kind, and the extension is not connected. Run `gasoline doctor`."
    if not extension.ever_connected:
        return "Nothing captured yet: the extension has not connected. Run `gasoline doctor`."
    if not extension.connected:
        return "Nothing captured: the extension is not connected. Is the browser running?"
    if not extension.watched:
        empty = "The buffers contain nothing of this kind, and" if ctx.store.received else "Nothing captured yet:"
        return f"{empty} no captured page is open. Open a local page, or turn on “Capture this site”."
    if switch and extension.switches.get(switch) is False:
        label = switches.ON_BY_DEFAULT[switch]
        return f"Nothing captured: “{label}” is off. Ask the user to turn it on in the extension's popup."
    return "Nothing of this kind was captured since the server started or its buffers were cleared."
