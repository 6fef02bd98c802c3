"""The timeline: its rows come from the live feed; this view returns the complete event of a row."""

from collections.abc import Iterable
from typing import Any, NotRequired, TypedDict

from gasoline.analysis.errors.show_server_entry import show_server_entry
from gasoline.capabilities.observe.errors import error_formatter
from gasoline.dashboard.rows import ref_of
from gasoline.dashboard.view import Query, View
from gasoline.dashboard.views import network
from gasoline.model.events import NetworkBody, RequestTiming
from gasoline.model.tool_error import ToolError
from gasoline.store.ring import Slot
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import shown, why_nothing_captured
from gasoline.toolkit.recent_patterns import recent_patterns


class TimelineNotes(TypedDict):
    """What the view says beside its rows."""

    causes: list[str]
    """Patterns of the last minutes that may explain what is wrong."""
    note: str


class EventDetail(TypedDict):
    """The complete event of a row, in the format of the view of its kind."""

    kind: str
    error: NotRequired[dict[str, Any]]
    event: NotRequired[dict[str, Any]]
    id: NotRequired[str]
    """The rest is of a request."""
    timing: NotRequired[RequestTiming | None]
    body: NotRequired[NetworkBody | None]
    bodiesNote: NotRequired[str]


async def read(ctx: Context, query: Query) -> Any:
    if not query.id:
        notes: TimelineNotes = {"causes": recent_patterns(ctx, ""), "note": why_nothing_captured(ctx)}
        return notes
    kind, _, _ = query.id.partition(":")
    slots = _slots(ctx).get(kind, ())
    found = next((slot for slot in slots if ref_of(kind, slot.seq, slot.event) == query.id), None)
    if found is None:
        raise ToolError("not_found", "This event was evicted by newer ones.")
    return await _complete_event(ctx, kind, found)


async def _complete_event(ctx: Context, kind: str, slot: Slot[Any]) -> Any:
    """The event in the format of the view of its kind."""
    if kind == "error":
        return {"kind": kind, "error": error_formatter(ctx, whole_stack=True)(slot.event)}
    if kind == "network":
        return {"kind": kind, **await network.read(ctx, Query(network.id_of(slot.seq, slot.event)))}
    return {"kind": kind, "event": show_server_entry(slot.event) if kind == "server" else shown(slot.event)}


def _slots(ctx: Context) -> dict[str, Iterable[Slot[Any]]]:
    store = ctx.store
    return {
        "error": store.logs.errors.newest_first(),
        "console": store.logs.chatter.newest_first(),
        "network": store.network.newest_first(),
        "websocket": store.websocket_events.ring.newest_first(),
        "action": store.actions.newest_first(),
        "server": store.server_logs.newest_first(),
    }


VIEW = View(
    "timeline",
    read,
    types=(
        TimelineNotes,
        EventDetail,
    ),
)
