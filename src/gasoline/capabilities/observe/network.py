"""observe what=network: the waterfall."""

from typing import Annotated

from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Keep, Limit, ListParams, list_newest, shown
from gasoline.model import limits
from gasoline.model.events import RequestTiming

Status = Annotated[int, Meta(ge=0, le=limits.STATUS_MAX)]


class Params(ListParams, frozen=True, kw_only=True):
    """Every request of the page with status, timing and size, newest first: fetch, XHR, scripts, images, …"""

    limit: Limit = limits.NETWORK_LIMIT
    method: Annotated[str, Meta(max_length=limits.METHOD_CHARS, description="HTTP method.")] | None = None
    status_min: Annotated[Status | None, Meta(description="Lowest status, 400 for failures.")] = None
    status_max: Annotated[Status | None, Meta(description="Highest status.")] = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [
        _by_method(params.method),
        _status_between(params.status_min, params.status_max),
    ]
    return list_newest(ctx, ctx.store.network.newest_first(), params, keep, shown)


def _by_method(method: str | None) -> Keep[RequestTiming]:
    if not method:
        return lambda _: True
    wanted = method.upper()
    return lambda slot: slot.event.method == wanted


def _status_between(low: int | None, high: int | None) -> Keep[RequestTiming]:
    if low is None and high is None:
        return lambda _: True
    floor, ceiling = low or 0, limits.STATUS_MAX if high is None else high
    return lambda slot: isinstance(slot.event.status, int) and floor <= slot.event.status <= ceiling


CAPABILITY = Capability(
    "get_network_requests", (Mode("observe", "network"),), Params, run, reads_captures=True, shows_page_text=True
)
