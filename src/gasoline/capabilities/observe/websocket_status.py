"""observe what=websocket_status: the state of each WebSocket connection."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gasoline.analysis.sessions.websocket_states import message_rate
from gasoline.capabilities.observe.websocket_events import ConnectionId
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.text import drop_partial_word
from gasoline.model import switches
from gasoline.model.events import WEBSOCKET_PREVIEW_CHARS, Traffic, WebSocketConnection, parse_time
from gasoline.rendering.connection_name import full_name
from gasoline.rendering.websocket import status_document
from gasoline.store.socket_evidence import SocketEvidence
from gasoline.store.websocket_connections import ConnectionGroup
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter, why_nothing_captured
from gasoline.toolkit.socket_shapes import shown_shapes


class Params(BaseParams, frozen=True, kw_only=True):
    """State and totals of WebSockets. Open and recently closed ones: rates, last messages, shapes, close code."""

    url_filter: UrlFilter | None = None
    connection_id: ConnectionId | None = None


async def run(ctx: Context, params: Params) -> Answer:
    store, now_s = ctx.store.connections, ctx.server.now_s()
    evidence = ctx.store.websocket_events.ring.evidence
    if params.connection_id:
        known = [each.id for group in (store.open, store.closed) for each in group.newest_first()]
        params = replace(params, connection_id=full_name(params.connection_id, known))

    noise = _hot_reload(ctx) if ctx.as_text and not params.connection_id else set()
    folded: list[str] = []

    def shown(group: ConnectionGroup, show: Callable[[WebSocketConnection], dict[str, Any]]) -> list[dict[str, Any]]:
        wanted = [each for each in group.newest_first() if _matches(each, params)]
        folded.extend(each.id for each in wanted if each.id in noise)
        return [show(each) | _shapes(evidence.get(each.id)) for each in wanted if each.id not in noise]

    data = {"connections": shown(store.open, lambda each: _open(each, now_s)), "closed": shown(store.closed, _closed)}
    return Answer(data, _note(ctx, shown=len(data["connections"]) + len(data["closed"]) + len(folded)), facts=folded)


def _hot_reload(ctx: Context) -> set[str]:
    return hot_reload_connections(slot.event for slot in ctx.store.websocket_events.ring.newest_first())


def _shapes(evidence: SocketEvidence | None) -> dict[str, Any]:
    return {"_shapes": shapes} if (shapes := shown_shapes(evidence)) else {}


def _matches(connection: WebSocketConnection, params: Params) -> bool:
    wanted = params.connection_id is None or connection.id == params.connection_id
    return wanted and (not params.url_filter or params.url_filter in connection.url)


def _note(ctx: Context, shown: int) -> str:
    if shown:
        return ""
    known = len(ctx.store.connections.open) + len(ctx.store.connections.closed)
    return f"None of the {known} connections match; broaden the filters." if known else _why_none(ctx)


def _why_none(ctx: Context) -> str:
    return why_nothing_captured(ctx, switches.WEBSOCKETS)


def _open(connection: WebSocketConnection, now_s: float) -> dict[str, Any]:
    opened_s = parse_time(connection.opened_at).timestamp() if connection.opened_at else None
    since_s = parse_time(connection.ts).timestamp() if opened_s is None else opened_s
    sides = {"incoming": connection.incoming, "outgoing": connection.outgoing}
    return {
        "id": connection.id,
        "url": connection.url,
        "state": connection.state,
        "openedAt": connection.opened_at,
        "duration": None if opened_s is None else max(0, round((now_s - opened_s) * 1000)),
        "messageRate": {name: _rate(side, since_s, now_s) for name, side in sides.items()},
        "lastMessage": {name: _last(side) for name, side in sides.items()},
        "schema": {"detectedKeys": sorted(connection.keys), "messageCount": connection.json_messages},
        **_trust(connection),
    }


def _rate(traffic: Traffic, since_s: float, now_s: float) -> dict[str, Any]:
    return {"perSecond": message_rate(traffic, since_s, now_s), "total": traffic.total, "bytes": traffic.bytes}


def _last(traffic: Traffic) -> dict[str, Any] | None:
    if not traffic.at:
        return None
    is_truncated = len(traffic.preview) >= WEBSOCKET_PREVIEW_CHARS
    return {"at": traffic.at, "preview": drop_partial_word(traffic.preview) if is_truncated else traffic.preview}


def _closed(connection: WebSocketConnection) -> dict[str, Any]:
    last = {"incoming": _last(connection.incoming), "outgoing": _last(connection.outgoing)}
    return {
        "id": connection.id,
        "url": connection.url,
        "state": connection.state,
        "openedAt": connection.opened_at,
        "closedAt": connection.closed_at,
        "closeCode": connection.close_code,
        "closeReason": connection.close_reason,
        "totalMessages": connection.incoming.total + connection.outgoing.total,
        **({"_lastMessage": last} if any(last.values()) else {}),
        **({"_detectedKeys": sorted(connection.keys)} if connection.keys else {}),
        **_trust(connection),
    }


def _trust(connection: WebSocketConnection) -> dict[str, bool]:
    return {"_untrustedFrame": True} if connection.untrusted_frame is True else {}


CAPABILITY = Capability(
    "get_websocket_status",
    (Mode("observe", "websocket_status"),),
    Params,
    run,
    status_document,
    reads_captures=True,
    shows_page_text=True,
)
