"""Network: every request; the details show headers, bodies and timing."""

from typing import Any, NotRequired, TypedDict, cast

from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON, is_off
from gasoline.dashboard.view import DASHBOARD_LIST, Query, View
from gasoline.model.events import NetworkBody, RequestTiming
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import shown, why_nothing_captured
from gasoline.toolkit.recent_patterns import recent_request_patterns


class RequestLine(TypedDict):
    """One request in the list."""

    id: str
    ts: str
    url: str
    method: NotRequired[str]
    status: NotRequired[int]
    initiator: NotRequired[str]
    duration: NotRequired[float]
    transferSize: NotRequired[int]
    cached: NotRequired[bool]
    aborted: NotRequired[bool]
    hasBody: bool


class RequestList(TypedDict):
    """The view of requests."""

    requests: list[RequestLine]
    total: int
    bodiesNote: str
    """Why there are no bodies, and how to capture them."""
    causes: list[str]
    """Patterns of the last minutes that may explain what is wrong."""
    note: str


class RequestDetail(TypedDict):
    """One request in full."""

    id: str
    timing: RequestTiming | None
    body: NetworkBody | None
    """Null if its bodies were not captured."""
    bodiesNote: str


SHORT = ("ts", "url", "method", "status", "initiator", "duration", "transferSize", "cached", "aborted")


async def read(ctx: Context, query: Query) -> Any:
    if query.id:
        return _detail(ctx, query.id)
    store = ctx.store
    slots = list(store.network.newest_first())
    bodies = {slot.event.id for slot in store.network_bodies.newest_first() if slot.event.id}
    listed: RequestList = {
        "requests": [_summarize(slot.seq, slot.event, bodies) for slot in slots[:DASHBOARD_LIST]],
        "total": len(slots),
        "bodiesNote": HOW_TO_SWITCH_ON if is_off(ctx) else "",
        "causes": recent_request_patterns(ctx),
        "note": "" if slots else why_nothing_captured(ctx),
    }
    return listed


def _summarize(seq: int, event: RequestTiming, bodies: set[str]) -> RequestLine:
    fields = shown(event)
    kept = {name: fields[name] for name in SHORT if fields.get(name) is not None}
    return cast(RequestLine, {"id": id_of(seq, event), **kept, "hasBody": event.id in bodies})


def id_of(seq: int, event: RequestTiming) -> str:
    """Senders other than the extension do not set an id."""
    return event.id or f"#{seq}"


def _detail(ctx: Context, wanted: str) -> dict[str, Any]:
    slots = ctx.store.network.newest_first()
    timing = next((slot.event for slot in slots if id_of(slot.seq, slot.event) == wanted), None)
    body = ctx.store.network_bodies.find(wanted)
    if timing is None and body is None:
        raise ToolError("not_found", "This request was evicted by newer ones.")
    return {
        "id": wanted,
        "timing": shown(timing) if timing else None,
        "body": shown(body) if body else None,
        "bodiesNote": HOW_TO_SWITCH_ON if body is None and is_off(ctx) else "",
    }


VIEW = View("network", read, count=lambda ctx: len(ctx.store.network), types=(RequestList, RequestDetail))
