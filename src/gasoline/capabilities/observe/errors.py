"""observe what=errors: all entries of level error, grouped, each with its context."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta

from gasoline.analysis.causes.before_error import BeforeErrors
from gasoline.analysis.errors.exception_info import exception_info, frame_of
from gasoline.analysis.errors.explain import explain
from gasoline.analysis.errors.failed_request import FailedRequests
from gasoline.analysis.errors.groups import Group, group_errors
from gasoline.analysis.errors.join_server_output import ServerOutput
from gasoline.analysis.errors.read_error_context import snippets_of
from gasoline.analysis.errors.recent_actions import RecentActions
from gasoline.analysis.errors.request_id import find_request
from gasoline.analysis.errors.show_error import Surroundings, show_error, show_plain_error
from gasoline.analysis.errors.source_location import source_location
from gasoline.analysis.security.url_facts import is_local
from gasoline.model.events import AnyLogEntry, parse_time
from gasoline.model.switches import NETWORK_BODIES
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.rendering.error import errors_document
from gasoline.store.ring import Slot
from gasoline.store.server_runs import ServerRun
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import Limit, ListParams, select_newest, url_contains
from gasoline.toolkit.possible_causes import PossibleCauses
from gasoline.toolkit.recent_patterns import recent_patterns

ERRORS_LIMIT = 50  # ERR-20: the default of limit
SERVER_ERROR = 500

Show = Callable[[AnyLogEntry], dict[str, Any]]


class Params(ListParams, frozen=True, kw_only=True):
    """Errors with full context. Newest first, deduplicated: exceptions, rejections, console errors, failed requests and
    resources, each with source lines, components, state, the request that failed just before and the last actions."""

    limit: Limit = ERRORS_LIMIT
    full: Annotated[bool, Meta(description="Every occurrence with its full stack.")] = False


async def run(ctx: Context, params: Params) -> Answer:
    show = error_formatter(ctx, whole_stack=params.full or params.id is not None)
    errors = ctx.store.logs.errors
    explain_entry = _meaning if ctx.store.extension.has_error_context else _no_meaning
    if params.full:
        occurrences = select_newest(ctx, errors.newest_first(), params, evicted=errors.evicted)
        events = [slot.event for slot in occurrences.slots]
        every = list(map(show, events))
        known = {"meanings": list(map(explain_entry, events)), "requests": _requests(ctx, every), "stacks": True}
        return Answer(every, occurrences.note, occurrences.listing, facts=known)
    groups = {group.last_seq: group for group in groups_of(ctx, params.url_filter)}
    first_seqs = {slot.last_seq: slot.seq for slot in errors.newest_first()}
    slots = (Slot(first_seqs[number], group.latest, 0, number) for number, group in groups.items())
    selection = select_newest(ctx, slots, params, evicted=errors.evicted)
    shown = [show_group(groups[slot.last_seq], show) for slot in selection.slots]
    if ctx.store.extension.has_error_context:
        causes = PossibleCauses(ctx, groups.values())
        for slot, entry in zip(selection.slots, shown, strict=True):
            entry.update(causes.of(groups[slot.last_seq], entry))
    facts = {
        "meanings": [explain_entry(slot.event) for slot in selection.slots],
        "requests": _requests(ctx, shown),
        "uncaptured": _first_without_server(ctx, shown),
    }
    return Answer(shown, selection.note, selection.listing, facts=facts, patterns=_patterns(ctx, params))


def _patterns(ctx: Context, params: Params) -> list[str]:
    """What requests and sockets show: many bugs raise no error at all."""
    if params.id or params.since or params.before:
        return []
    return recent_patterns(ctx, params.url_filter or "")


def _meaning(entry: AnyLogEntry) -> str:
    """What a message of the browser means, with the expression that it is about; empty for other messages."""
    exception = exception_info(entry)
    if exception is None:
        return ""
    return (
        exception.response_problem
        or explain(exception.message, source_location(snippets_of(entry), frame_of(entry)))
        or ""
    )


def _no_meaning(_: AnyLogEntry) -> str:
    return ""


def _requests(ctx: Context, shown: list[dict[str, Any]]) -> list[dict[str, Any] | None]:
    """For each error, the network list's id of the request that it is or follows, and when that request ended."""
    network = [(slot.seq, slot.event) for slot in ctx.store.network.newest_first()]
    errors = [(slot.last_seq, slot.event) for slot in ctx.store.logs.errors.newest_first()]

    def find(entry: dict[str, Any]) -> dict[str, Any] | None:
        if entry["type"] == "network":
            return find_request(entry, entry["ts"], network, ())
        request = entry.get("_failedRequest")
        return find_request(request, entry["ts"], network, errors) if request else None

    return list(map(find, shown))


def _first_without_server(ctx: Context, shown: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The first error for which the output of a server on this machine would help, if none is captured, or if the last
    one had ended by then."""
    runs = ctx.store.server_runs
    if ctx.server.capsule is not None or runs.running:
        return None
    ended = runs.ended_last
    if ended is None and len(runs):
        return None
    lacking = (number for number, entry in enumerate(shown) if _lacks_server(entry, ended))
    found = next(lacking, None)
    return None if found is None else {"number": found, "ended": ended.shown() if ended else None}


def _lacks_server(entry: dict[str, Any], ended: ServerRun | None) -> bool:
    """Whether the request failed without a response, as it does after a server has ended."""
    request = entry.get("_failedRequest") or (entry if entry["type"] == "network" else None)
    if request is None or not is_local(request["url"]) or entry.get("_serverLog"):
        return False
    status = request.get("status") or 0
    if ended is None:
        return status >= SERVER_ERROR
    is_later = parse_time(entry["ts"]) >= parse_time(ended.ended_at)
    return is_later and (status >= SERVER_ERROR or status == 0)


def groups_of(ctx: Context, url_filter: str | None = None) -> list[Group]:
    """Groups only the entries on the requested pages, so that counts refer to these; if there are none, all entries,
    so that the note can say how many do not match."""
    slots = list(ctx.store.logs.errors.newest_first())
    wanted = list(filter(url_contains(url_filter), slots))
    return group_errors((slot.last_seq, slot.event) for slot in wanted or slots)


def error_formatter(ctx: Context, *, whole_stack: bool) -> Show:
    """Shows entries with their current context."""
    store = ctx.store
    if not store.extension.has_error_context:
        return show_plain_error
    requests = FailedRequests(
        (slot.event for slot in store.logs.errors.newest_first()),
        (slot.event for slot in store.network_bodies.newest_first()),
    )
    actions = RecentActions(slot.event for slot in store.actions.newest_first())
    printed = ServerOutput(
        (slot.event for slot in store.server_logs.newest_first()),
        (slot.event for slot in store.logs.errors.newest_first()),
        (slot.event for slot in store.network.newest_first()),
    )
    before = BeforeErrors(
        ((slot.seq, slot.event) for slot in store.network.newest_first()),
        (slot.event for slot in store.network_bodies.newest_first()),
        ((slot.seq, slot.event) for slot in store.websocket_events.ring.newest_first()),
        has_bodies=store.extension.switches.get(NETWORK_BODIES, False),
    )
    around = Surroundings(requests, actions, printed, before)
    return lambda entry: show_error(entry, around, whole_stack=whole_stack)


def show_group(group: Group, show: Show) -> dict[str, Any]:
    seen = {"count": group.count, "firstSeen": group.first_seen, "lastSeen": group.last_seen}
    return {**show(group.latest), **seen}


def render(view: View) -> Document:
    if view.params.id:
        return entry_document(view, view.params.id)
    return errors_document(view)


CAPABILITY = Capability(
    "get_browser_errors",
    (Mode("observe", "errors"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
    shows_errors=True,
)
