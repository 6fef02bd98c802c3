"""observe what=errors: everything of level error."""

from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import Limit, ListParams, Since, later_than, list_newest, shown, url_contains
from gasoline.model import limits


class Params(ListParams, frozen=True, kw_only=True):
    """Errors of the page, newest first: exceptions, rejections, console errors, failed requests and resources."""

    limit: Limit = limits.ERRORS_LIMIT
    since: Since | None = None


async def run(ctx: Context, params: Params) -> Answer:
    keep = [later_than(params.since), url_contains(params.url_filter)]
    return list_newest(ctx, ctx.store.logs.errors.newest_first(), keep, params.limit, shown)


CAPABILITY = Capability(
    "get_browser_errors", (Mode("observe", "errors"),), Params, run, reads_captures=True, shows_page_text=True
)
