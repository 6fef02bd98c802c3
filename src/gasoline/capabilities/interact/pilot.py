"""What the capabilities of AI Web Pilot share: their need, their two addresses, and the way to the browser."""

from typing import Any

from gasoline.capabilities.capability import Mode, Need
from gasoline.capabilities.context import Context
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.model.wire import QueryType
from gasoline.store.desk import Asker, PageReply

UNSURE = ("browser_gone", "timeout")
LOOK_FIRST = (
    "It may have been carried out, wholly or in part: look at the page before you call again. A state that was being "
    "loaded is taken back, a script is ended."
)
NEEDS = frozenset({Need.BROWSER, Need.PILOT})


def both(name: str, **fixed: Any) -> tuple[Mode, Mode]:
    """The pilot document writes `configure action=…`; the tool for acting is `interact`."""
    return Mode("interact", name, fixed), Mode("configure", name, fixed, same_as="interact")


async def command(
    ctx: Context,
    query_type: QueryType,
    params: dict[str, Any],
    tab_id: int | None,
    timeout_s: float = limits.QUERY_TIMEOUT_S,
) -> PageReply:
    """Only browsers whose person has switched it on are asked; the extension checks it again."""
    given = {name: value for name, value in params.items() if value is not None}
    asker = Asker(ctx.client.name, ctx.store.extension.pilot_channels)
    try:
        return await ctx.store.desk.ask_page(query_type, given, tab_id, timeout_s, asker)
    except ToolError as error:
        if error.code not in UNSURE:
            raise
        raise ToolError(error.code, error.message, LOOK_FIRST) from None
