"""Lists of captured events: newest first, filtered, cut, with a note that says what is missing and why."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from gasoline.capabilities.capability import Answer, Params
from gasoline.capabilities.context import Context
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.model.events import Event, parse_time
from gasoline.store.ring import Slot

E = TypeVar("E", bound=Event)
Keep = Callable[[Slot[E]], bool]

Limit = Annotated[int, Meta(ge=1, le=limits.LIMIT_MAX, description="How many at most.")]
UrlFilter = Annotated[str, Meta(max_length=limits.FILTER_CHARS, description="Part of the URL.")]
Since = Annotated[
    str, Meta(max_length=40, description="Only later than this: an ISO time, or the cursor of an earlier answer.")
]
CURSOR_PREFIX = "c"


class ListParams(Params, frozen=True, kw_only=True):
    """Parameters that every list takes."""

    limit: Limit
    url_filter: UrlFilter | None = None


def list_newest(
    ctx: Context, slots: Iterable[Slot[E]], keep: list[Keep[E]], limit: int, show: Callable[[E], Any]
) -> Answer:
    """The newest that pass every filter, and a note about the rest."""
    found: list[Any] = []
    matching = seen = 0
    for slot in slots:
        seen += 1
        if not all(test(slot) for test in keep):
            continue
        matching += 1
        if len(found) < limit:
            found.append(show(slot.event))
    return Answer(found, _note(ctx, len(found), matching, seen))


def later_than(since: str | None) -> Keep[Any]:
    """A filter for `since`: a cursor such as c120, or an ISO time."""
    if not since:
        return lambda _: True
    if since.startswith(CURSOR_PREFIX) and since[1:].isdecimal():
        cursor = int(since[1:])
        return lambda slot: slot.seq > cursor
    try:
        moment = parse_time(since)
    except ValueError:
        raise ToolError(
            "invalid_argument",
            f"since={since!r} is neither a cursor nor an ISO time.",
            'Pass a cursor from an earlier answer such as "c120", or a time such as "2026-01-31T12:00:00Z".',
        ) from None
    return lambda slot: parse_time(slot.event.ts) > moment


def url_contains(part: str | None) -> Keep[Any]:
    """A filter for `url_filter`: the event's own URL or that of its page."""
    if not part:
        return lambda _: True
    return lambda slot: part in slot.event.url or part in (getattr(slot.event, "page_url", None) or "")


def shown(event: Event) -> Any:
    """An event as an answer shows it: without the name that only updates need."""
    fields = msgspec.to_builtins(event)
    del fields["id"]
    return fields


def _note(ctx: Context, shown_count: int, matching: int, seen: int) -> str:
    if not seen:
        return _why_nothing(ctx)
    if not matching:
        return f"None of the {seen} captured match; loosen the filters."
    left_out = (
        f"{shown_count} of {matching} shown, newest first; raise limit for more. " if shown_count < matching else ""
    )
    return f'{left_out}since="{CURSOR_PREFIX}{ctx.store.cursor}" lists only what comes after this.'


def _why_nothing(ctx: Context) -> str:
    extension = ctx.store.extension
    if not extension.ever_connected:
        return "Nothing captured yet: the extension has not connected. Run `gasoline doctor`."
    if not extension.connected:
        return "Nothing captured: the extension is not connected now. Is the browser open?"
    if not extension.watched:
        return "Nothing captured yet: no captured page is open. Open a local page, or switch on “Capture this site”."
    return "Nothing captured yet: the page has not done anything of this kind."
