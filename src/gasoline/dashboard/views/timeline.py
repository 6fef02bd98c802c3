"""The timeline: its rows come with the live feed; this has the whole event behind a row."""

from collections.abc import Iterable
from typing import Any

from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import shown, why_nothing_captured
from gasoline.dashboard.rows import key_of
from gasoline.dashboard.view import Query, View
from gasoline.model.errors import ToolError
from gasoline.store.ring import Slot

GONE = ToolError("not_found", "This event is not remembered any more: newer ones took its place.", "")


async def read(ctx: Context, query: Query) -> Any:
    if not query.id:
        return {"note": why_nothing_captured(ctx)}
    kind, _, _ = query.id.partition(":")
    slots = _slots(ctx).get(kind, ())
    found = next((slot for slot in slots if key_of(kind, slot.seq, slot.event) == query.id), None)
    if found is None:
        raise GONE
    return {"event": shown(found.event)}


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
