"""observe what=actions: what the person did."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, ListParams, list_newest, shown
from gasoline.model import limits, switches


class Params(ListParams, frozen=True, kw_only=True):
    """What the person did. Newest first: clicks, inputs, keys, navigations, with selectors of each element."""

    limit: Limit = limits.ACTIONS
    last_n: Annotated[Annotated[int, Meta(ge=1, le=limits.LIMIT_MAX)] | None, Meta(description="Only the last N.")] = (
        None
    )


async def run(ctx: Context, params: Params) -> Answer:
    bounded = replace(params, limit=min(params.limit, params.last_n or params.limit))
    actions = ctx.store.actions
    return list_newest(
        ctx, actions.newest_first(), bounded, [], shown, evicted=actions.evicted, switch=switches.ACTIONS
    )


CAPABILITY = Capability(
    "get_enhanced_actions",
    (Mode("observe", "actions"),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
)
