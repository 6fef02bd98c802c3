"""observe what=websocket_status: how each WebSocket connection stands."""

import time
from typing import Any

from gasoline.analysis.message_rate import message_rate
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import UrlFilter, why_nothing_captured
from gasoline.capabilities.observe.websocket_events import ConnectionId
from gasoline.model import limits, switches
from gasoline.model.cut_text import without_cut_word
from gasoline.model.events import Traffic, WebSocketConnection, parse_time


class Params(BaseParams, frozen=True, kw_only=True):
    """WebSocket connections. Open and recently closed: true totals, rates, last messages, JSON keys, close code."""

    url_filter: UrlFilter | None = None
    connection_id: ConnectionId | None = None


async def run(ctx: Context, params: Params) -> Answer:
    store, now_s = ctx.store.connections, time.time()
    data = {
        "connections": [_open(each, now_s) for each in store.open.newest_first() if _matches(each, params)],
        "closed": [_closed(each) for each in store.closed.newest_first() if _matches(each, params)],
    }
    return Answer(data, _note(ctx, shown=len(data["connections"]) + len(data["closed"])))


def _matches(connection: WebSocketConnection, params: Params) -> bool:
    wanted = params.connection_id is None or connection.id == params.connection_id
    return wanted and (not params.url_filter or params.url_filter in connection.url)


def _note(ctx: Context, shown: int) -> str:
    if shown:
        return ""
    known = len(ctx.store.connections.open) + len(ctx.store.connections.closed)
    return f"None of the {known} connections match; loosen the filters." if known else _why_none(ctx)


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
    }


def _rate(traffic: Traffic, since_s: float, now_s: float) -> dict[str, Any]:
    return {"perSecond": message_rate(traffic, since_s, now_s), "total": traffic.total, "bytes": traffic.bytes}


def _last(traffic: Traffic) -> dict[str, Any] | None:
    if not traffic.at:
        return None
    is_cut = len(traffic.preview) >= limits.WEBSOCKET_PREVIEW_CHARS
    return {"at": traffic.at, "preview": without_cut_word(traffic.preview) if is_cut else traffic.preview}


def _closed(connection: WebSocketConnection) -> dict[str, Any]:
    return {
        "id": connection.id,
        "url": connection.url,
        "state": connection.state,
        "openedAt": connection.opened_at,
        "closedAt": connection.closed_at,
        "closeCode": connection.close_code,
        "closeReason": connection.close_reason,
        "totalMessages": connection.incoming.total + connection.outgoing.total,
    }


CAPABILITY = Capability(
    "get_websocket_status",
    (Mode("observe", "websocket_status"),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
)
