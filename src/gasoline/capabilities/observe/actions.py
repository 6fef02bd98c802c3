"""observe what=actions: user actions."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from gasoline.model import switches
from gasoline.model.wire import MAX_ACTIONS
from gasoline.rendering.action import actions_document
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import entry_document
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import LIMIT_MAX, Limit, ListParams, list_newest, shown


class Params(ListParams, frozen=True, kw_only=True):
    """User actions. Newest first: clicks, inputs, keys, navigations, with selectors of each element."""

    limit: Limit = MAX_ACTIONS
    last_n: Annotated[Annotated[int, Meta(ge=1, le=LIMIT_MAX)] | None, Meta(description="Last N actions.")] = None


async def run(ctx: Context, params: Params) -> Answer:
    bounded = replace(params, limit=min(params.limit, params.last_n or params.limit))
    actions = ctx.store.actions
    return list_newest(
        ctx, actions.newest_first(), bounded, [], shown, evicted=actions.evicted, switch=switches.ACTIONS
    )


def render(view: View) -> Document:
    return entry_document(view, view.params.id) if view.params.id else actions_document(view)


CAPABILITY = Capability(
    "get_enhanced_actions",
    (Mode("observe", "actions"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
