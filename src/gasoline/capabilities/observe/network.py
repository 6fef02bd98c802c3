"""observe what=network: the waterfall."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, RequestListParams, list_newest, request_filters, shown
from gasoline.model import limits


class Params(RequestListParams, frozen=True, kw_only=True):
    """Every request with status, timing and size. Newest first: fetch, XHR, scripts, images, …"""

    limit: Limit = limits.NETWORK_LIMIT


async def run(ctx: Context, params: Params) -> Answer:
    network = ctx.store.network
    return list_newest(ctx, network.newest_first(), params, request_filters(params), shown, evicted=network.evicted)


CAPABILITY = Capability(
    "get_network_requests", (Mode("observe", "network"),), Params, run, reads_captures=True, shows_page_text=True
)
