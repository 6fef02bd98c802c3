"""Patterns in what the requested pages did last: many bugs raise no error at all."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from gasoline.analysis.causes.patterns import request_patterns, socket_patterns, texts_of
from gasoline.analysis.causes.patterns.one_by_one import KIND as N_PLUS_ONE
from gasoline.analysis.causes.patterns.pattern import Pattern
from gasoline.model.events import Event, RequestTiming, WebSocketEvent, parse_time
from gasoline.store.ring import Slot
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import matches_url

RECENT = timedelta(minutes=5)  # before the newest captured request or socket event

E = TypeVar("E", bound=Event)
Requests = list[tuple[int, RequestTiming]]
Messages = list[tuple[int, WebSocketEvent]]


def recent_patterns(ctx: Context, url_filter: str) -> list[str]:
    """What may have led to an error. N+1 requests are only slow, so that the list of requests alone names them."""
    requests, sockets = _recent(ctx, url_filter)
    found = [*_of_requests(ctx, requests), *_of_sockets(ctx, sockets)]
    return texts_of(pattern for pattern in found if pattern.kind != N_PLUS_ONE)


def recent_request_patterns(ctx: Context) -> list[str]:
    requests, _ = _recent(ctx, "")
    return texts_of(_of_requests(ctx, requests))


def recent_socket_patterns(ctx: Context) -> list[str]:
    _, sockets = _recent(ctx, "")
    return texts_of(_of_sockets(ctx, sockets))


def _recent(ctx: Context, url_filter: str) -> tuple[Requests, Messages]:
    """Newest first. A socket event has no page: those of the tabs whose requests match are the page's."""
    store = ctx.store
    requests = [slot for slot in store.network.newest_first() if matches_url(slot.event, url_filter)]
    tabs = {slot.event.tab_id for slot in requests if isinstance(slot.event.tab_id, int)}
    sockets = [
        slot
        for slot in store.websocket_events.ring.newest_first()
        if matches_url(slot.event, url_filter) or slot.event.tab_id in tabs
    ]
    times = [*(slot.event.ts for slot in requests[:1]), *(slot.event.ts for slot in sockets[:1])]
    newest = max(filter(None, times), key=parse_time, default="")
    if not newest:
        return [], []
    since = parse_time(newest) - RECENT
    return _later(requests, since), _later(sockets, since)


def _of_requests(ctx: Context, requests: Requests) -> list[Pattern]:
    bodies = (slot.event for slot in ctx.store.network_bodies.newest_first())
    actions = (slot.event for slot in ctx.store.actions.newest_first())
    return request_patterns(requests, bodies, actions)


def _of_sockets(ctx: Context, sockets: Messages) -> list[Pattern]:
    snapshots = (slot.event for slot in ctx.store.dom_snapshots.newest_first())
    return socket_patterns(reversed(sockets), snapshots)


def _later(slots: Iterable[Slot[E]], since: datetime) -> list[tuple[int, E]]:
    return [(slot.seq, slot.event) for slot in slots if slot.event.ts and parse_time(slot.event.ts) >= since]
