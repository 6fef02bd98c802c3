"""observe what=network: the waterfall."""

from typing import Annotated

from msgspec import Meta

from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.rendering.request import requests_document
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import Limit, RequestListParams, list_newest, request_filters, shown

NETWORK_LIMIT = 50  # NET-01: the default of limit


class Params(RequestListParams, frozen=True, kw_only=True):
    """Requests with status, timing and size. Newest first."""

    limit: Limit = NETWORK_LIMIT
    include_assets: Annotated[bool, Meta(description="List scripts, styles, images and fonts.")] = False


async def run(ctx: Context, params: Params) -> Answer:
    network = ctx.store.network
    return list_newest(ctx, network.newest_first(), params, request_filters(params), shown, evicted=network.evicted)


def render(view: View) -> Document:
    return entry_document(view, view.params.id) if view.params.id else requests_document(view)


CAPABILITY = Capability(
    "get_network_requests",
    (Mode("observe", "network"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
