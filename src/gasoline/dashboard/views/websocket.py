"""WebSocket: the state of each connection; the details show its messages."""

from typing import Any, NotRequired, TypedDict

from gasoline.capabilities.observe import websocket_events, websocket_status
from gasoline.dashboard.view import Query, View
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.model.events import Direction, WebSocketEvent
from gasoline.store.websocket_connections import MAX_WEBSOCKET_EVENTS
from gasoline.toolkit.context import Context
from gasoline.toolkit.recent_patterns import recent_socket_patterns


class MessageRate(TypedDict):
    """The messages of an open connection in one direction."""

    perSecond: float
    total: int
    bytes: int


class BothDirections(TypedDict):
    """The messages of an open connection."""

    incoming: MessageRate
    outgoing: MessageRate


class MessageKeys(TypedDict):
    """Keys of the JSON objects among the messages."""

    detectedKeys: list[str]
    messageCount: int


class LastMessage(TypedDict):
    """The latest message in one direction."""

    at: str
    preview: str


class LastMessages(TypedDict):
    """The latest messages, null before the first."""

    incoming: LastMessage | None
    outgoing: LastMessage | None


class ShownConnection(TypedDict):
    """A connection, open or closed."""

    id: str
    url: str
    state: str
    openedAt: str | None
    duration: NotRequired[int | None]
    closedAt: NotRequired[str | None]
    closeCode: NotRequired[int | None]
    closeReason: NotRequired[str | None]
    totalMessages: NotRequired[int]
    """Only for a closed connection."""
    messageRate: NotRequired[BothDirections]
    """Only for an open connection."""
    lastMessage: NotRequired[LastMessages]
    """Only for an open connection."""
    schema: NotRequired[MessageKeys]
    _lastMessage: NotRequired[LastMessages]
    """Only for a closed connection."""
    _detectedKeys: NotRequired[list[str]]
    _shapes: NotRequired[dict[Direction, list[Any]]]
    isHotReload: NotRequired[bool]
    """Over it, a development server reloads modules."""
    _untrustedFrame: NotRequired[bool]


class ConnectionList(TypedDict):
    """The view of connections."""

    connections: list[ShownConnection]
    closed: list[ShownConnection]
    causes: list[str]
    """Patterns of the last minutes that may explain what is wrong."""
    note: str


class ConversationDetail(TypedDict):
    """The messages of one connection, oldest first."""

    id: str
    connection: ShownConnection | None
    """Null if it was evicted."""
    events: list[WebSocketEvent]
    note: str


async def read(ctx: Context, query: Query) -> Any:
    if query.id:
        return await _conversation(ctx, query.id)
    answer = await websocket_status.run(ctx, websocket_status.Params())
    hot_reload = hot_reload_connections(slot.event for slot in ctx.store.websocket_events.ring.newest_first())
    listed = {
        group: [{**connection, "isHotReload": connection["id"] in hot_reload} for connection in answer.data[group]]
        for group in ("connections", "closed")
    }
    return {**listed, "causes": recent_socket_patterns(ctx), "note": answer.note}


async def _conversation(ctx: Context, wanted: str) -> dict[str, Any]:
    """Messages, oldest first."""
    params = websocket_events.Params(connection_id=wanted, limit=MAX_WEBSOCKET_EVENTS)
    answer = await websocket_events.run(ctx, params)
    status = await websocket_status.run(ctx, websocket_status.Params(connection_id=wanted))
    known = [*status.data["connections"], *status.data["closed"]]
    return {"id": wanted, "connection": known[0] if known else None, "events": answer.data[::-1], "note": answer.note}


VIEW = View(
    "websocket", read, count=lambda ctx: len(ctx.store.connections.open), types=(ConnectionList, ConversationDetail)
)
