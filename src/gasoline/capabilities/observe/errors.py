"""observe what=errors: everything of level error."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, ListParams, list_newest, shown
from gasoline.model import limits


class Params(ListParams, frozen=True, kw_only=True):
    """Errors of the page, newest first: exceptions, rejections, console errors, failed requests and resources."""

    limit: Limit = limits.ERRORS_LIMIT


async def run(ctx: Context, params: Params) -> Answer:
    return list_newest(ctx, ctx.store.logs.errors.newest_first(), params, [], shown)


CAPABILITY = Capability(
    "get_browser_errors",
    (Mode("observe", "errors"),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
    shows_errors=True,
)
