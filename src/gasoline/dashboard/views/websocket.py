"""WebSocket: the state of each connection; the details show its messages."""

from typing import Any

from gasoline.capabilities.observe import websocket_events, websocket_status
from gasoline.dashboard.view import Query, View
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.store.websocket_connections import MAX_WEBSOCKET_EVENTS
from gasoline.toolkit.context import Context


async def read(ctx: Context, query: Query) -> Any:
    if query.id:
        return await _conversation(ctx, query.id)
    answer = await websocket_status.run(ctx, websocket_status.Params())
    hot_reload = hot_reload_connections(slot.event for slot in ctx.store.websocket_events.ring.newest_first())
    listed = {
        group: [{**connection, "isHotReload": connection["id"] in hot_reload} for connection in answer.data[group]]
        for group in ("connections", "closed")
    }
    return {**listed, "note": answer.note}


async def _conversation(ctx: Context, wanted: str) -> dict[str, Any]:
    """Messages, oldest first."""
    params = websocket_events.Params(connection_id=wanted, limit=MAX_WEBSOCKET_EVENTS)
    answer = await websocket_events.run(ctx, params)
    status = await websocket_status.run(ctx, websocket_status.Params(connection_id=wanted))
    known = [*status.data["connections"], *status.data["closed"]]
    return {"id": wanted, "connection": known[0] if known else None, "events": answer.data[::-1], "note": answer.note}


VIEW = View("websocket", read, count=lambda ctx: len(ctx.store.connections.open))
