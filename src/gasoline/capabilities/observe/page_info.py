"""observe what=page: what the page in front of the user is."""

from typing import Annotated

from msgspec import Meta

from gasoline.capabilities.capability import Answer, Capability, Mode, Need
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context


class Params(BaseParams, frozen=True, kw_only=True):
    """The page in the active tab: URL, title, viewport, scroll, forms, headings, counts of links and images."""

    tab_id: Annotated[int | None, Meta(description="A tab from observe what=tabs; default the active one.")] = None


async def run(ctx: Context, params: Params) -> Answer:
    return Answer(await ctx.store.desk.ask("page_info", {}, params.tab_id))


CAPABILITY = Capability(
    "get_page_info", (Mode("observe", "page"),), Params, run, needs=frozenset({Need.BROWSER}), shows_page_text=True
)
