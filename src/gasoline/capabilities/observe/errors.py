"""observe what=errors: everything of level error, the same ones together, with what is known around each."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta

from gasoline.analysis.errors.failed_request import FailedRequests
from gasoline.analysis.errors.groups import Group, group_errors
from gasoline.analysis.errors.recent_actions import RecentActions
from gasoline.analysis.errors.show_error import show_error, show_plain_error
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, ListParams, list_newest, select_newest, url_contains
from gasoline.model import limits
from gasoline.model.events import AnyLogEntry
from gasoline.store.ring import Slot

Show = Callable[[AnyLogEntry], dict[str, Any]]


class Params(ListParams, frozen=True, kw_only=True):
    """Errors with all that is known around them. Newest first, the same one once: exceptions, rejections, console
    errors, failed requests and resources, each with source lines, components, state, the request that failed just
    before and the last actions, as far as known."""

    limit: Limit = limits.ERRORS_LIMIT
    full: Annotated[
        bool, Meta(description="Every occurrence, whole stacks; else the same errors are one, with a count.")
    ] = False


async def run(ctx: Context, params: Params) -> Answer:
    show = shower(ctx, whole_stack=params.full)
    errors = ctx.store.logs.errors
    if params.full:
        return list_newest(ctx, errors.newest_first(), params, [], show, evicted=errors.evicted)
    groups = {group.last_seq: group for group in groups_of(ctx, params.url_filter)}
    slots = (Slot(number, group.latest, 0, number) for number, group in groups.items())
    selection = select_newest(ctx, slots, params, evicted=errors.evicted)
    return Answer([show_group(groups[slot.seq], show) for slot in selection.slots], selection.note, selection.listing)


def groups_of(ctx: Context, url_filter: str | None = None) -> list[Group]:
    """Of the entries on the wanted pages alone, so that a group counts only these; if there are none, of all, so that
    the note can say how many do not match."""
    slots = list(ctx.store.logs.errors.newest_first())
    wanted = list(filter(url_contains(url_filter), slots))
    return group_errors((slot.last_seq, slot.event) for slot in wanted or slots)


def shower(ctx: Context, *, whole_stack: bool) -> Show:
    """Shows entries with what is known around them now."""
    store = ctx.store
    if not store.extension.has_error_context:
        return show_plain_error
    requests = FailedRequests(
        (slot.event for slot in store.logs.errors.newest_first()),
        (slot.event for slot in store.network_bodies.newest_first()),
    )
    actions = RecentActions(slot.event for slot in store.actions.newest_first())
    return lambda entry: show_error(entry, requests, actions, whole_stack=whole_stack)


def show_group(group: Group, show: Show) -> dict[str, Any]:
    seen = {"count": group.count, "firstSeen": group.first_seen, "lastSeen": group.last_seen}
    return {**show(group.latest), **seen}


CAPABILITY = Capability(
    "get_browser_errors",
    (Mode("observe", "errors"),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
    shows_errors=True,
)
