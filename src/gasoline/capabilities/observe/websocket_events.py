"""observe what=websocket_events: connections, messages and disconnections."""

from collections import Counter
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from gasoline.analysis.causes.patterns import socket_patterns, texts_of
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.model import switches
from gasoline.model.bounds import NAME_CHARS
from gasoline.model.events import Direction, WebSocketEvent
from gasoline.rendering.connection_name import full_name
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.rendering.websocket import events_document
from gasoline.store.ring import Ring
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import REPEAT, Filter, Limit, ListParams, select_newest, shown_with_id
from gasoline.toolkit.socket_shapes import evicted_messages

WEBSOCKET_LIMIT = 50  # WS-08: the default of limit

ConnectionId = Annotated[str, Meta(max_length=NAME_CHARS, description="Id from websocket_status.")]


class Params(ListParams, frozen=True, kw_only=True):
    """WebSocket messages and connections. Newest first. `sampled` counts messages left out under load."""

    limit: Limit = WEBSOCKET_LIMIT
    connection_id: ConnectionId | None = None
    direction: Annotated[Direction | None, Meta(description="Message direction.")] = None


async def run(ctx: Context, params: Params) -> Answer:
    ring = ctx.store.websocket_events.ring
    if params.connection_id:
        params = replace(params, connection_id=full_name(params.connection_id, ring.evidence))
    keep = [_of_connection(params.connection_id), _in_direction(params.direction)]
    folds = ctx.as_text and not params.connection_id and not params.id
    found = select_newest(
        ctx,
        ring.newest_first(),
        params,
        keep,
        evicted=ring.evicted,
        switch=switches.WEBSOCKETS,
        fold=_hot_reload(ring) if folds else None,
        evicted_note=_evicted(ctx, params),
    )
    return Answer(
        [shown_with_id(slot.event) for slot in found.slots],
        found.note,
        found.listing,
        facts=Counter(slot.event.id for slot in found.folded).most_common(),
        patterns=_patterns(ctx, params),
    )


def _evicted(ctx: Context, params: Params) -> str:
    """What was evicted of the messages that were asked for."""
    evidence = ctx.store.websocket_events.ring.evidence
    if params.connection_id and params.connection_id not in evidence:
        return "Nothing of this connection was captured; observe what=websocket_status lists the connections."
    wanted = {
        name: each
        for name, each in evidence.items()
        if params.connection_id in (None, name) and (params.url_filter or "") in each.url
    }
    lost = evicted_messages(wanted, params.direction)
    return f"{lost} were evicted; {REPEAT}" if lost else ""


def _hot_reload(ring: Ring[WebSocketEvent]) -> Filter[WebSocketEvent]:
    noise = hot_reload_connections(slot.event for slot in ring.newest_first())
    return lambda slot: slot.event.id in noise


def _patterns(ctx: Context, params: Params) -> list[str]:
    """The patterns among all captured messages, because a change of shape shows only beside earlier messages."""
    if params.id:
        return []
    ring = ctx.store.websocket_events.ring
    events = ((slot.seq, slot.event) for slot in reversed(list(ring.newest_first())))
    wanted = ((seq, event) for seq, event in events if params.connection_id in (None, event.id))
    snapshots = (slot.event for slot in ctx.store.dom_snapshots.newest_first())
    return texts_of(socket_patterns(wanted, snapshots))


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
