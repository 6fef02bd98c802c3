"""observe what=websocket_events: connections, messages and disconnections."""

from typing import Annotated

from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Keep, Limit, ListParams, list_newest, shown_with_id
from gasoline.model import limits, switches
from gasoline.model.events import Direction, WebSocketEvent

ConnectionId = Annotated[str, Meta(max_length=limits.NAME_CHARS, description="One of them.")]


class Params(ListParams, frozen=True, kw_only=True):
    """WebSocket traffic. Newest first: open, message, close, error; `sampled` counts messages left out under load."""

    limit: Limit = limits.WEBSOCKET_LIMIT
    connection_id: ConnectionId | None = None
    direction: Annotated[Direction | None, Meta(description="Of messages.")] = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [_of_connection(params.connection_id), _in_direction(params.direction)]
    ring = ctx.store.websocket_events.ring
    return list_newest(
        ctx, ring.newest_first(), params, keep, shown_with_id, evicted=ring.evicted, switch=switches.WEBSOCKETS
    )


def _of_connection(wanted: str | None) -> Keep[WebSocketEvent]:
    return lambda slot: wanted is None or slot.event.id == wanted


def _in_direction(wanted: Direction | None) -> Keep[WebSocketEvent]:
    return lambda slot: wanted is None or slot.event.direction == wanted


CAPABILITY = Capability(
    "get_websocket_events",
    (Mode("observe", "websocket_events"),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
)
