"""observe what=page: what the page in front of the user is."""

from gasoline.capabilities.capability import Answer, Capability, Mode, Need
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.live_page import Frame, TabId, where


class Params(BaseParams, frozen=True, kw_only=True):
    """The page in the active tab. URL, title, viewport, scroll, forms, headings, counts of links and images."""

    tab_id: TabId | None = None
    frame: Frame | None = None


async def run(ctx: Context, params: Params) -> Answer:
    asked = {"frame": params.frame} if params.frame else {}
    reply = await ctx.store.desk.ask_page("page_info", asked, params.tab_id)
    return Answer(reply.data, where(reply, params.frame))


CAPABILITY = Capability(
    "get_page_info", (Mode("observe", "page"),), Params, run, needs=frozenset({Need.BROWSER}), shows_page_text=True
)
