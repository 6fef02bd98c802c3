"""observe what=network: the waterfall."""

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta

from gasoline.analysis.causes.patterns import request_patterns, texts_of
from gasoline.kernel.loaded_files import is_loaded_file
from gasoline.model.events import RequestTiming, ResourceEntry
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.rendering.request import requests_document
from gasoline.store.ring import Slot
from gasoline.toolkit.capability import Answer, Capability, Listing, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import Filter, Limit, RequestListParams, request_filters, select_newest, shown

NETWORK_LIMIT = 50  # NET-01: the default of limit


class Params(RequestListParams, frozen=True, kw_only=True):
    """Requests with status, timing, size. Newest first."""

    limit: Limit = NETWORK_LIMIT
    include_assets: Annotated[bool, Meta(description="List scripts, styles, images, fonts.")] = False


async def run(ctx: Context, params: Params) -> Answer:
    network = ctx.store.network
    folds = ctx.as_text and not params.include_assets and not params.id
    found = select_newest(
        ctx,
        network.newest_first(),
        params,
        request_filters(params),
        evicted=network.evicted,
        fold=_loaded_files(ctx) if folds else None,
    )
    return Answer(
        [shown(slot.event) for slot in found.slots],
        found.note,
        found.listing,
        facts=_counted(found.folded),
        patterns=_patterns(ctx, params, found.listing),
    )


def _loaded_files(ctx: Context) -> Filter[RequestTiming]:
    """Selects files that loaded. A browser may hide the status of a failed file, but the page gets an error for it."""
    errors = (slot.event for slot in ctx.store.logs.errors.newest_first())
    failed = {error.source for error in errors if isinstance(error, ResourceEntry)}
    return lambda slot: is_loaded_file(slot.event) and slot.event.url not in failed


def _counted(files: list[Slot[RequestTiming]]) -> dict[str, Any] | None:
    if not files:
        return None
    sizes = (slot.event.transfer_size for slot in files)
    return {
        "kinds": Counter(slot.event.initiator for slot in files).most_common(),
        "bytes": sum(size for size in sizes if isinstance(size, int | float)),
    }


def _patterns(ctx: Context, params: Params, listing: Listing) -> list[str]:
    """The patterns among the listed requests."""
    if params.id:
        return []
    listed = {f"r{seq}" for seq in listing.seqs}
    found = request_patterns(
        ((slot.seq, slot.event) for slot in ctx.store.network.newest_first()),
        (slot.event for slot in ctx.store.network_bodies.newest_first()),
        (slot.event for slot in ctx.store.actions.newest_first()),
    )
    return texts_of(pattern for pattern in found if listed.issuperset(pattern.ids))


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
