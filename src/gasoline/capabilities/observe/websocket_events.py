"""observe what=websocket_events: connections, messages and disconnections."""

from typing import Annotated

from msgspec import Meta

from gasoline.model import switches
from gasoline.model.bounds import NAME_CHARS
from gasoline.model.events import Direction, WebSocketEvent
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.rendering.websocket import events_document
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import Filter, Limit, ListParams, list_newest, shown_with_id

WEBSOCKET_LIMIT = 50  # WS-08: the default of limit

ConnectionId = Annotated[str, Meta(max_length=NAME_CHARS, description="Connection id from websocket_status.")]


class Params(ListParams, frozen=True, kw_only=True):
    """WebSocket messages and connections. Newest first. `sampled` counts messages left out under load."""

    limit: Limit = WEBSOCKET_LIMIT
    connection_id: ConnectionId | None = None
    direction: Annotated[Direction | None, Meta(description="Message direction.")] = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [_of_connection(params.connection_id), _in_direction(params.direction)]
    ring = ctx.store.websocket_events.ring
    return list_newest(
        ctx, ring.newest_first(), params, keep, shown_with_id, evicted=ring.evicted, switch=switches.WEBSOCKETS
    )


def _of_connection(wanted: str | None) -> Filter[WebSocketEvent]:
    return lambda slot: wanted is None or slot.event.id == wanted


def _in_direction(wanted: Direction | None) -> Filter[WebSocketEvent]:
    return lambda slot: wanted is None or slot.event.direction == wanted


def render(view: View) -> Document:
    return entry_document(view, view.params.id) if view.params.id else events_document(view)


CAPABILITY = Capability(
    "get_websocket_events",
    (Mode("observe", "websocket_events"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
