"""observe what=network: the waterfall."""

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from gasoline.analysis.causes.patterns import request_patterns
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
    answer = list_newest(ctx, network.newest_first(), params, request_filters(params), shown, evicted=network.evicted)
    return replace(answer, patterns=_patterns(ctx, params, answer))


def _patterns(ctx: Context, params: Params, answer: Answer) -> list[str]:
    """Those of the requests that are listed."""
    if params.id or answer.listing is None:
        return []
    listed = {f"r{seq}" for seq in answer.listing.seqs}
    found = request_patterns((slot.seq, slot.event) for slot in ctx.store.network.newest_first())
    return [pattern.text for pattern in found if listed.issuperset(pattern.ids)]


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
