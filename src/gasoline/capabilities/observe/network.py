"""observe what=network: the waterfall."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import (
    Limit,
    ListParams,
    Method,
    StatusMax,
    StatusMin,
    by_method,
    list_newest,
    shown,
    status_between,
)
from gasoline.model import limits


class Params(ListParams, frozen=True, kw_only=True):
    """Every request of the page with status, timing and size, newest first: fetch, XHR, scripts, images, …"""

    limit: Limit = limits.NETWORK_LIMIT
    method: Method | None = None
    status_min: StatusMin = None
    status_max: StatusMax = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [by_method(params.method), status_between(params.status_min, params.status_max)]
    return list_newest(ctx, ctx.store.network.newest_first(), params, keep, shown)


CAPABILITY = Capability(
    "get_network_requests", (Mode("observe", "network"),), Params, run, reads_captures=True, shows_page_text=True
)
