"""The timeline: its rows come with the live feed; this has the whole event behind a row."""

from collections.abc import Iterable
from typing import Any

from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import shown, why_nothing_captured
from gasoline.capabilities.observe.errors import shower
from gasoline.dashboard.rows import ref_of
from gasoline.dashboard.view import Query, View
from gasoline.dashboard.views import network
from gasoline.model.errors import ToolError
from gasoline.store.ring import Slot


async def read(ctx: Context, query: Query) -> Any:
    if not query.id:
        return {"note": why_nothing_captured(ctx)}
    kind, _, _ = query.id.partition(":")
    slots = _slots(ctx).get(kind, ())
    found = next((slot for slot in slots if ref_of(kind, slot.seq, slot.event) == query.id), None)
    if found is None:
        raise ToolError("not_found", "This event is not remembered any more: newer ones took its place.")
    return await _whole(ctx, kind, found)


async def _whole(ctx: Context, kind: str, slot: Slot[Any]) -> Any:
    """As the view of its kind shows it."""
    if kind == "error":
        return {"kind": kind, "error": shower(ctx, whole_stack=True)(slot.event)}
    if kind == "network":
        return {"kind": kind, **await network.read(ctx, Query(network.id_of(slot.seq, slot.event)))}
    return {"kind": kind, "event": shown(slot.event)}


def _slots(ctx: Context) -> dict[str, Iterable[Slot[Any]]]:
    store = ctx.store
    return {
        "error": store.logs.errors.newest_first(),
        "console": store.logs.chatter.newest_first(),
        "network": store.network.newest_first(),
        "websocket": store.websocket_events.ring.newest_first(),
        "action": store.actions.newest_first(),
    }


VIEW = View("timeline", read)
