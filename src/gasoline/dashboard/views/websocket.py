"""WebSocket: how each connection stands, and the conversation on one of them."""

from typing import Any

from gasoline.capabilities.context import Context
from gasoline.capabilities.observe import websocket_events, websocket_status
from gasoline.dashboard.view import Query, View
from gasoline.model import limits


async def read(ctx: Context, query: Query) -> Any:
    if query.id:
        return await _conversation(ctx, query.id)
    answer = await websocket_status.run(ctx, websocket_status.Params())
    return {**answer.data, "note": answer.note}


async def _conversation(ctx: Context, wanted: str) -> dict[str, Any]:
    """Oldest first, as a conversation is read."""
    params = websocket_events.Params(connection_id=wanted, limit=limits.WEBSOCKET_EVENTS)
    answer = await websocket_events.run(ctx, params)
    status = await websocket_status.run(ctx, websocket_status.Params(connection_id=wanted))
    known = [*status.data["connections"], *status.data["closed"]]
    return {"id": wanted, "connection": known[0] if known else None, "events": answer.data[::-1], "note": answer.note}


VIEW = View("websocket", read, count=lambda ctx: len(ctx.store.connections.open))
